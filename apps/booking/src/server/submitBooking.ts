import type { ApiError } from "@daybook/sdk";
import { cardConsent } from "./cardConsent.ts";
import { cardPaymentOf, usesCardForm } from "./cardPayment.ts";
import { urlOf } from "./choice.ts";
import type { PageAnswer } from "./host.ts";
import { phoneOf } from "./phone.ts";
import { type Details, type Progress, sealProgress } from "./progress.ts";
import { alternativesOf } from "./submitHold.ts";
import { EMAIL } from "./submitVisitor.ts";
import { expecting, seeStep, type Visit } from "./visit.ts";

/** Validates the details of a new client. Stores the details in the progress even if they are invalid. */
export async function submitDetails(visit: Visit): Promise<PageAnswer> {
  const { request, business } = visit;
  const { problems: _, notice: __, ...progress } = visit.progress;
  const typed = (name: string, max: number) => (request.form.get(name) ?? "").trim().slice(0, max);
  const fields = business.client_fields.map((field) => [field.id, typed(`field.${field.id}`, 500)] as const);
  const details: Details = {
    firstName: typed("first_name", 120),
    lastName: typed("last_name", 120),
    phone: typed("phone", 30),
    ...(progress.channel === "phone" ? { email: typed("email", 254) } : {}),
    fields: Object.fromEntries(fields),
  };
  const problems: Record<string, string> = {};
  if (details.firstName === "") problems.first_name = "required";
  if (details.lastName === "") problems.last_name = "required";
  if (details.phone !== "" && phoneOf(visit, details.phone) === undefined) problems.phone = "phoneInvalid";
  if (details.email && !EMAIL.test(details.email)) problems.email = "emailInvalid";
  for (const field of business.client_fields)
    if (field.required && details.fields[field.id] === "") problems[`field.${field.id}`] = "required";
  const isRight = Object.keys(problems).length === 0;
  const next: Progress = { ...progress, person: "new", details };
  const nextStep = progress.goal === "waitlist" ? "waitlist" : "review";
  return seeStep(visit, isRight ? nextStep : "details", isRight ? next : { ...next, problems });
}

/** Books the hold, or starts the payment of its deposit or the entry of its card. Keeps the visitor's choices and input in the progress. */
export async function book(visit: Visit): Promise<PageAnswer> {
  const { request } = visit;
  const { problems: _, notice: __, alternatives: ___, ...kept } = visit.progress;
  const note = (request.form.get("note") ?? "").trim().slice(0, 500);
  const { consent: ____, ...unsigned } = kept;
  const consent = cardConsent(visit);
  const progress: Progress = { ...unsigned, note, ...(consent === undefined ? {} : { consent }) };
  const { depositMinor, card } = progress.hold ?? {};
  return depositMinor === undefined && card === undefined
    ? bookHold(visit, progress)
    : startDeposit(visit, progress, usesCardForm(request, visit.host));
}

/**
 * Starts the payment on the payment provider's page, and redirects to the payment step, which shows the link to that page.
 * Called if the visitor chose that page instead of the card form, or if the card form did not load.
 */
export function payOnPage(visit: Visit): Promise<PageAnswer> {
  const { problems: _, alternatives: __, payment: ___, notice: ____, ...progress } = visit.progress;
  const isUnloaded = visit.request.form.get("unloaded") === "1";
  return startDeposit(visit, { ...progress, ...(isUnloaded ? { notice: "cardFormGone" } : {}) }, false);
}

/**
 * Books the hold after the visitor has completed the card form or returned from the payment provider's page. Opening the return link again
 * does not book the hold twice.
 */
export function finishDeposit(visit: Visit): Promise<PageAnswer> {
  const { problems: _, notice: __, alternatives: ___, ...progress } = visit.progress;
  return bookHold(visit, progress);
}

const REFUSALS = [
  ...["time_conflict", "policy_changed", "deposit_required", "unauthenticated"],
  ...["validation_failed", "patch_test_required", "not_found"],
];

async function bookHold(visit: Visit, progress: Progress): Promise<PageAnswer> {
  const { api, slug } = visit;
  const { hold, visitorToken } = progress;
  if (hold === undefined || visitorToken === undefined) return seeStep(visit, "times", progress);
  if (isWithoutClient(progress)) return seeStep(visit, "details", progress);
  const body = { hold_token: hold.token, ...bookingOf(visit, progress) };
  const booked = await expecting(REFUSALS, () =>
    api.post("/public/businesses/{slug}/bookings", { path: { slug }, visitorToken, body }),
  );
  if (booked.error?.code === "deposit_required" && progress.payUrl !== undefined)
    return seeStep(visit, "pay", {
      ...progress,
      notice: progress.hold?.depositMinor === undefined ? "cardMissing" : "depositUnpaid",
    });
  // The visitor has not started or completed the payment, or the server cancelled the payment when the hold expired. Starts a
  // payment, or continues a payment that is still open.
  if (booked.error?.code === "deposit_required") {
    const notice = progress.hold?.depositMinor === undefined ? "cardMissing" : "depositUnpaid";
    const isForm = progress.payment !== undefined;
    return startDeposit(visit, isForm ? { ...progress, notice } : progress, isForm);
  }
  if (booked.error !== undefined) return refusedBooking(visit, progress, booked.error);
  const { manage_url, forms_url } = booked.value;
  const manageToken = manage_url.split("/").at(-1) ?? "";
  const { channel } = progress;
  return seeStep(visit, "booked", {
    manageToken,
    ...(channel === undefined ? {} : { channel }),
    ...(forms_url === null ? {} : { formsUrl: forms_url }),
  });
}

/**
 * Starts the payment of the deposit or the entry of the card, and redirects to the payment step. The step shows the card form (`isForm`) or
 * the link to the payment provider's page.
 */
async function startDeposit(visit: Visit, progress: Progress, isForm: boolean): Promise<PageAnswer> {
  const { api, slug, host, choice } = visit;
  const { hold, visitorToken } = progress;
  if (hold === undefined || visitorToken === undefined) return seeStep(visit, "times", progress);
  if (isWithoutClient(progress)) return seeStep(visit, "details", progress);
  const { payUrl: _, payment: __, ...returning } = progress;
  // The return URL contains an empty `payUrl`, so that a visitor who returns without paying sees the payment step again. The
  // API returns the real URL only in the response to this request.
  const sealed = sealProgress(host, slug, { ...returning, payUrl: "" });
  const started = await expecting(REFUSALS, () =>
    api.post("/public/businesses/{slug}/holds/{hold_token}/payment", {
      path: { slug, hold_token: hold.token },
      visitorToken,
      body: {
        ...bookingOf(visit, progress),
        ...(isForm ? {} : { return_path: urlOf(`/b/${slug}`, "paid", choice, sealed) }),
      },
    }),
  );
  if (started.error !== undefined) return refusedBooking(visit, progress, started.error);
  const { amount, page_url, expires_at } = started.value;
  const { depositMinor: ___, ...held } = hold;
  const payment = cardPaymentOf(started.value);
  const paying: Progress = {
    ...returning,
    ...(payment === undefined ? {} : { payment }),
    hold: {
      ...held,
      ...(amount.amount === 0 ? {} : { depositMinor: amount.amount }),
      expiresAt: Date.parse(expires_at),
      isExtended: true,
    },
  };
  if (payment !== undefined) return seeStep(visit, "pay", paying);
  return page_url === null ? bookHold(visit, paying) : seeStep(visit, "pay", { ...paying, payUrl: page_url });
}

function isWithoutClient({ person, details }: Progress): boolean {
  return (person === undefined || person === "new") && details === undefined;
}

function bookingOf(visit: Visit, { person, details, note, consent }: Progress) {
  const { business, language } = visit;
  return {
    ...(person === undefined || person === "new" ? { client: clientOf(visit, details) } : { person }),
    note: note === undefined || note === "" ? null : note,
    policy_version: business.policy?.version ?? null,
    language,
    ...(consent === undefined ? {} : { card_consent: consent }),
  };
}

/** Converts the details of a new client to the request body. */
export function clientOf(visit: Visit, details: Details | undefined) {
  const { firstName = "", lastName = "", phone = "", email = "", fields = {} } = details ?? {};
  // Omits a verified phone number, because the API already stores it. A visitor with a verified phone number enters an e-mail address
  // instead.
  const isByPhone = visit.progress.channel === "phone";
  const number = phone === "" || isByPhone ? undefined : phoneOf(visit, phone);
  const answers = visit.business.client_fields.flatMap(({ id, type }) => {
    const answer = fields[id] ?? "";
    return answer === "" ? [] : [[id, type === "yes_no" ? answer === "true" : answer] as const];
  });
  return {
    first_name: firstName,
    last_name: lastName,
    ...(number === undefined ? {} : { phone_e164: number }),
    ...(email === "" || !isByPhone ? {} : { email }),
    ...(answers.length === 0 ? {} : { custom_fields: Object.fromEntries(answers) }),
  };
}

function refusedBooking(visit: Visit, progress: Progress, error: ApiError): PageAnswer {
  switch (error.code) {
    case "time_conflict": {
      const { hold: _, payUrl: __, payment: ___, ...unheld } = progress;
      const isPaid = progress.payUrl !== undefined || progress.payment !== undefined;
      const notice = isPaid ? "takenReleased" : "taken";
      return seeStep(visit, "times", { ...unheld, notice, alternatives: alternativesOf(error) });
    }
    case "policy_changed":
      if (progress.hold?.card !== undefined) return chooseAgain(visit, progress);
      return seeStep(visit, "review", { ...progress, notice: "policyChanged" });
    case "patch_test_required":
      return seeStep(visit, "", { ...progress, notice: "patchTestMissing" }, { serviceIds: [] });
    case "not_found":
      return holdGone(visit, progress);
    case "unauthenticated": {
      const { visitorToken: _, ...unproven } = progress;
      return seeStep(visit, "contact", { ...unproven, notice: "proveAgain" });
    }
    default:
      return refusedFields(visit, progress, error);
  }
}

/**
 * Redirects to the start times, because the hold contains the fees of an earlier policy version and the visitor must not consent to
 * outdated amounts.
 */
function chooseAgain(
  visit: Visit,
  { hold: _, consent: __, payUrl: ___, payment: ____, ...unheld }: Progress,
): PageAnswer {
  return seeStep(visit, "times", { ...unheld, notice: "policyChanged" });
}

function holdGone(visit: Visit, { hold: _, payUrl: __, payment: ___, ...unheld }: Progress): PageAnswer {
  return seeStep(visit, "times", { ...unheld, notice: "holdGone" });
}

/** Shows the errors of rejected fields next to their inputs. If the hold no longer exists, redirects to the start times. */
function refusedFields(visit: Visit, progress: Progress, { details }: ApiError): PageAnswer {
  const { fields = [] } = (details ?? {}) as { readonly fields?: readonly { readonly path: string }[] };
  if (fields.some(({ path }) => path === "/card_consent")) return chooseAgain(visit, progress);
  if (fields.some(({ path }) => path === "/hold_token")) return holdGone(visit, progress);
  const names: Readonly<Record<string, string>> = {
    "/client/first_name": "first_name",
    "/client/last_name": "last_name",
    "/client/phone_e164": "phone",
    "/client/email": "email",
  };
  const problems = Object.fromEntries(
    fields.map(({ path }) => [names[path] ?? path.replace("/client/custom_fields/", "field."), "invalid"]),
  );
  return "/person" in problems
    ? seeStep(visit, "who", { ...progress, notice: "proveAgain" })
    : seeStep(visit, "details", { ...progress, problems });
}
