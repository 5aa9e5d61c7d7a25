import { Code, Contact, Who } from "../pages/Contact.tsx";
import { DetailsPage } from "../pages/Details.tsx";
import { Menu } from "../pages/Menu.tsx";
import { Pay } from "../pages/Pay.tsx";
import { Review } from "../pages/Review.tsx";
import { Times } from "../pages/Times.tsx";
import { Wait } from "../pages/Wait.tsx";
import { showBooked } from "./booked.ts";
import { codeLink } from "./codeLink.ts";
import { findTimes } from "./findTimes.ts";
import type { PageAnswer, PageFiles, PageHost, PageRequest } from "./host.ts";
import { showJoin, submitJoin } from "./joinWaitlist.tsx";
import { menuHead } from "./menuHead.tsx";
import { notFoundPage } from "./refused.tsx";
import { showStep } from "./render.tsx";
import { book, finishDeposit, payOnPage, submitDetails } from "./submitBooking.ts";
import { chooseStart, extendHold, giveWay } from "./submitHold.ts";
import { choosePerson, continueRemembered, requestCode, submitCode } from "./submitVisitor.ts";
import { expecting, MAX_SERVICES, openVisit, seeStep, type Visit } from "./visit.ts";

/** The handlers for GET requests, by step. Only `paid` changes data: it books the hold after the payment. */
const SHOWN: Readonly<Record<string, (visit: Visit) => PageAnswer | Promise<PageAnswer>>> = {
  "": (visit) => showStep(visit, { step: "menu", component: Menu, head: menuHead, isIndexed: true }),
  times: showTimes,
  contact: (visit) => showStep(visit, { step: "contact", component: Contact }),
  code: (visit) =>
    visit.progress.codeId === undefined
      ? seeStep(visit, "contact", visit.progress)
      : showStep(visit, { step: "code", component: Code }),
  who: (visit) => ofVisitor(visit, () => showStep(visit, { step: "who", component: Who })),
  details: (visit) => ofVisitor(visit, () => showStep(visit, { step: "details", component: DetailsPage })),
  review: (visit) => ofVisitor(visit, () => showStep(visit, { step: "review", component: Review })),
  pay: (visit) => ofVisitor(visit, () => showPay(visit)),
  paid: finishDeposit,
  booked: showBooked,
  waitlist: showJoin,
  wait: (visit) => showStep(visit, { step: "wait", component: Wait }),
};

const SUBMITTED: Readonly<Record<string, (visit: Visit) => Promise<PageAnswer>>> = {
  times: chooseStart,
  contact: requestCode,
  code: submitCode,
  who: choosePerson,
  details: submitDetails,
  review: book,
  pay: payOnPage,
  extend: extendHold,
  remembered: continueRemembered,
  waitlist: submitJoin,
  wait: (visit) => giveWay(visit, { times: chooseStart, contact: requestCode }),
};

const POST_ONLY: ReadonlySet<string> = new Set(["extend", "remembered"]);

export async function answerBooking(
  request: PageRequest,
  host: PageHost,
  files: PageFiles,
  { slug, step }: { readonly slug: string; readonly step: string },
): Promise<PageAnswer> {
  const handler = (request.method === "POST" ? SUBMITTED : SHOWN)[step];
  const link = /^code\/([0-9a-f-]{36})$/.exec(step)?.[1];
  if (link === undefined && (handler === undefined || !(Object.hasOwn(SHOWN, step) || POST_ONLY.has(step))))
    return notFoundPage(request, host, files);
  const visit = await openVisit(host, files, request, slug);
  if (link !== undefined) return codeLink(visit, link);
  return handler?.(visit) ?? notFoundPage(request, host, files);
}

/**
 * Shows the start times for the cart. If a service requires a patch test, the visitor must first verify an e-mail address or phone
 * number and choose an existing client.
 */
async function showTimes(visit: Visit): Promise<PageAnswer> {
  const { services, progress } = visit;
  const { problems: _, ...rest } = progress;
  if (services.length === 0 || services.length > MAX_SERVICES)
    return seeStep(visit, "", { ...rest, problems: { service: services.length === 0 ? "none" : "many" } });
  if (services.some((service) => service.requires_patch_test)) {
    if (progress.visitorToken === undefined)
      return seeStep(visit, "contact", { ...rest, notice: "patchTestFirst" });
    const isKnown = progress.people?.some(({ ref }) => ref === progress.person) === true;
    if (!isKnown) return seeStep(visit, "", { ...rest, notice: "patchTestMissing" }, { serviceIds: [] });
  }
  return showTimesOf(visit);
}

async function showTimesOf(visit: Visit): Promise<PageAnswer> {
  const found = await expecting(["patch_test_required", "unauthenticated"], () => findTimes(visit));
  if (found.error === undefined)
    return showStep(visit, { step: "times", component: Times, more: { times: found.value } });
  const { visitorToken: _, ...unproven } = visit.progress;
  return found.error.code === "unauthenticated"
    ? seeStep(visit, "contact", { ...unproven, notice: "proveAgain" })
    : seeStep(visit, "", { ...visit.progress, notice: "patchTestMissing" }, { serviceIds: [] });
}

function showPay(visit: Visit): PageAnswer {
  const { host, progress } = visit;
  const cardLibrary = progress.payment === undefined ? null : host.cardLibrary;
  return showStep(visit, { step: "pay", component: Pay, cardLibrary });
}

/**
 * Shows a step that requires a verified visitor and, except for the waitlist, a hold. Redirects to an earlier step if the visitor or the
 * hold is missing.
 */
function ofVisitor(visit: Visit, show: () => PageAnswer): PageAnswer {
  const { hold, visitorToken, codeId, goal } = visit.progress;
  if (hold === undefined && goal === undefined)
    return seeStep(visit, visit.services.length === 0 ? "" : "times", visit.progress);
  if (visitorToken === undefined)
    return seeStep(visit, codeId === undefined ? "contact" : "code", visit.progress);
  return show();
}
