import type { PageAnswer } from "./host.ts";
import { asksForPhone, phoneOf } from "./phone.ts";
import type { Progress } from "./progress.ts";
import { withRemembered } from "./remembered.ts";
import { seeWait, stepAfterHold } from "./submitHold.ts";
import { expecting, seeStep, type Visit } from "./visit.ts";

export const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const PROVEN_MS = 10 * 60_000;

/** Sends a code to the e-mail address or phone number. */
export async function requestCode(visit: Visit, proof?: string): Promise<PageAnswer> {
  const { api, slug, request, language } = visit;
  const {
    problems: _,
    notice: __,
    waiting: ___,
    isRemembered: ____,
    isForgotten: _____,
    ...kept
  } = visit.progress;
  const channel = asksForPhone(visit) ? "phone" : "email";
  const typed = (request.form.get(channel) ?? "").trim();
  const remembering = request.form.get("remember") === "1" ? { isRemembered: true as const } : {};
  const progress: Progress = { ...kept, ...remembering, channel, [channel]: typed.slice(0, 254) };
  const contact = channel === "phone" ? phoneContact(visit, typed) : emailContact(typed);
  if (contact === undefined)
    return seeStep(visit, "contact", { ...progress, problems: { [channel]: `${channel}Invalid` } });
  const sent = await expecting(["proof_required", "rate_limited", "validation_failed"], () =>
    api.post("/public/businesses/{slug}/codes", {
      path: { slug },
      body: { ...contact, language },
      ...(proof === undefined ? {} : { proof }),
    }),
  );
  if (sent.error === undefined) return seeStep(visit, "code", { ...progress, codeId: sent.value.id });
  if (sent.error.code === "proof_required")
    return seeWait(visit, progress, sent.error, "visitor-code", "contact", {
      by: channel,
      [channel]: typed,
      remember: remembering.isRemembered === true ? "1" : "",
    });
  const problem = sent.error.code === "rate_limited" ? "tooManyCodes" : `${channel}Invalid`;
  return seeStep(visit, "contact", { ...progress, problems: { [channel]: problem } });
}

function emailContact(email: string): { readonly email: string } | undefined {
  return EMAIL.test(email) && email.length <= 254 ? { email } : undefined;
}

function phoneContact(visit: Visit, typed: string): { readonly phone_e164: string } | undefined {
  const number = typed.length > 30 ? undefined : phoneOf(visit, typed);
  return number === undefined ? undefined : { phone_e164: number };
}

/** Exchanges the code for a visitor token. The API extends the hold so that it lasts at least ten more minutes. */
export async function submitCode(visit: Visit): Promise<PageAnswer> {
  const { request, progress } = visit;
  // Discards the chosen client, because the newly verified e-mail address or phone number may belong to other clients.
  const { problems: _, notice: __, person: ___, ...kept } = progress;
  if (progress.codeId === undefined) return seeStep(visit, "contact", kept);
  const proven = await proveBy(visit, progress.codeId, request.form.get("code") ?? "");
  const invalid = progress.channel === "phone" ? "codeInvalidPhone" : "codeInvalid";
  if (proven === undefined) return seeStep(visit, "code", { ...kept, problems: { code: invalid } });
  return seeVerified(visit, { ...kept, ...proven });
}

/** Continues as the remembered visitor. Redirects to the contact step if the remembered token is no longer valid. */
export async function continueRemembered(visit: Visit): Promise<PageAnswer> {
  const { visitorToken: _, notice: __, problems: ___, ...unverified } = visit.progress;
  const progress = await withRemembered({ ...visit, progress: unverified });
  return progress.visitorToken === undefined
    ? seeStep(visit, "contact", { ...progress, notice: "proveAgain" })
    : seeVerified(visit, progress);
}

/** Redirects a verified visitor to the first incomplete step. */
export function seeVerified(visit: Visit, progress: Progress): PageAnswer {
  const { goal, hold, person, people = [] } = progress;
  if (goal === "waitlist" || hold !== undefined) return seeStep(visit, stepAfterHold(progress), progress);
  const isPatchTested = visit.services.some((service) => service.requires_patch_test);
  return seeStep(
    visit,
    isPatchTested && person === undefined && people.length > 0 ? "who" : "times",
    progress,
  );
}

/** Confirms a code. Returns the progress with the verified visitor; undefined if the code is malformed or rejected. */
export async function proveBy(visit: Visit, codeId: string, typed: string): Promise<Progress | undefined> {
  const { api, slug, progress, host } = visit;
  const code = typed.replaceAll(/\s/g, "");
  if (!/^\d{6}$/.test(code)) return undefined;
  const { hold, isRemembered } = progress;
  const confirmed = await expecting(["code_invalid", "not_found", "rate_limited"], () =>
    api.post("/public/businesses/{slug}/codes/{code}", {
      path: { slug, code: codeId },
      body: {
        code,
        ...(hold === undefined ? {} : { hold_token: hold.token }),
        ...(isRemembered === undefined ? {} : { remember: true }),
      },
    }),
  );
  if (confirmed.error !== undefined) return undefined;
  const { visitor_token: visitorToken, people } = confirmed.value;
  const only = people.length === 1 ? people[0] : undefined;
  const isHeld = hold !== undefined && hold.expiresAt > host.now;
  return {
    visitorToken,
    people: people.slice(0, 12),
    ...(only === undefined ? {} : { person: only.ref }),
    ...(isHeld ? { hold: { ...hold, expiresAt: Math.max(hold.expiresAt, host.now + PROVEN_MS) } } : {}),
  };
}

/** Stores the chosen client, or `new` for a new client, in the progress. */
export async function choosePerson(visit: Visit): Promise<PageAnswer> {
  const { request, progress } = visit;
  const person = request.form.get("person") ?? "";
  const isKnown = progress.people?.some(({ ref }) => ref === person) === true;
  if (!isKnown && person !== "new") return seeStep(visit, "who", progress);
  const chosen = { ...progress, person };
  const isBooking = progress.hold === undefined && progress.goal === undefined;
  return seeStep(visit, isBooking ? "times" : stepAfterHold(chosen), chosen);
}
