import { linkTo } from "../pages/linkTo.ts";
import type { WaitingNotice } from "../pages/waitingView.ts";
import { cardPaymentOf, usesCardForm } from "./cardPayment.ts";
import type { PageAnswer, PageHost, PageRequest } from "./host.ts";
import { sealProgress } from "./progress.ts";
import { apiOf, expecting, seeOther } from "./visit.ts";
import { openWaiting, type WaitingVisit } from "./waitingView.ts";

const REFUSALS = [
  ...["invalid_transition", "time_conflict", "policy_changed", "deposit_required"],
  ...["online_booking_unavailable", "patch_test_required", "validation_failed"],
];
const NOTICE_OF: Readonly<Record<string, WaitingNotice>> = {
  invalid_transition: "offerEnded",
  time_conflict: "offerTaken",
  policy_changed: "policyChanged",
};

/** The request body that accepts an offer. The request that starts the payment contains the same fields. */
interface Acceptance {
  readonly offer_id?: string;
  readonly policy_version: number | null;
  readonly language?: "en" | "de" | "fr" | "es";
  readonly card_consent?: string;
}

/**
 * Returns the notice for a rejected acceptance. If the offer has ended or its time was taken after the client paid, the notice
 * says that nothing was charged.
 */
function noticeOf(code: string, isPaid: boolean): WaitingNotice {
  if (isPaid && (code === "invalid_transition" || code === "time_conflict")) return "offerReleased";
  return NOTICE_OF[code] ?? "cannotChange";
}

/**
 * Accepts an offer, or starts the payment of its deposit or the entry of its card. `isPaid` is true if the client has completed
 * the card form or returned from the payment provider's page. Opening the return link again does not accept the offer twice.
 */
export async function acceptOffer(
  request: PageRequest,
  host: PageHost,
  { token, isPaid }: { readonly token: string; readonly isPaid: boolean },
): Promise<PageAnswer> {
  const visit = await openWaiting(request, host, { token, step: "" });
  const { view, choice } = visit;
  const { language: chosen } = choice;
  const sent = isPaid ? request.query : request.form;
  const [offer, version] = [sent.get("offer") ?? "", sent.get("policy") ?? ""];
  const body: Acceptance = {
    ...(offer === "" ? {} : { offer_id: offer }),
    policy_version: version === "" ? null : Number(version),
    ...(chosen === "en" || chosen === "de" || chosen === "fr" || chosen === "es" ? { language: chosen } : {}),
    ...(view.consent === undefined ? {} : { card_consent: view.consent }),
  };
  const accept = () =>
    expecting(REFUSALS, () => apiOf(host).post("/public/waitlist/{token}/accept", { path: { token }, body }));
  const back = (notice: WaitingNotice) => seeOther(linkTo(`/w/${token}`, [...view.kept, ["notice", notice]]));
  let accepted = await accept();
  if (accepted.error?.code === "deposit_required") {
    if (isPaid) return back(!view.entry.offer?.deposit ? "cardMissing" : "depositUnpaid");
    const started = await startPayment(host, visit, body, usesCardForm(request, host));
    if (started.error !== undefined) return back(noticeOf(started.error.code, false));
    const { page_url: payUrl } = started.value;
    const payment = cardPaymentOf(started.value);
    if (payUrl !== null || payment !== undefined) {
      const paying = payment === undefined ? { payUrl: payUrl ?? "" } : { payment };
      const sealed = sealProgress(host, view.entry.slug, paying) ?? "";
      const notice = request.form.get("unloaded") === "1" ? [["notice", "cardFormGone"] as const] : [];
      return seeOther(linkTo(`/w/${token}/pay`, [...view.kept, ["s", sealed], ...notice]));
    }
    accepted = await accept();
  }
  if (accepted.error !== undefined) return back(noticeOf(accepted.error.code, isPaid));
  const manageToken = accepted.value.manage_url?.split("/").at(-1);
  return manageToken === undefined ? back("offerEnded") : seeOther(linkTo(`/m/${manageToken}`, view.kept));
}

/** Starts the payment of an offer in the card form (`isForm`) or on the payment provider's page, which redirects to the step `paid`. */
function startPayment(
  host: PageHost,
  { view: { token, kept } }: WaitingVisit,
  body: Acceptance,
  isForm: boolean,
) {
  const returned: (readonly [string, string])[] = [
    ...kept,
    ["offer", body.offer_id ?? ""],
    ["policy", String(body.policy_version ?? "")],
  ];
  return expecting(REFUSALS, () =>
    apiOf(host).post("/public/waitlist/{token}/payment", {
      path: { token },
      body: { ...body, ...(isForm ? {} : { return_path: linkTo(`/w/${token}/paid`, returned) }) },
    }),
  );
}
