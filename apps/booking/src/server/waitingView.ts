import { formatsOf, type Language, translator } from "@daybook/i18n";
import { bookingTexts } from "@daybook/i18n/booking";
import { NOTICES, type WaitingView } from "../pages/waitingView.ts";
import { consentText } from "./cardConsent.ts";
import { type Choice, choiceOf, linkFieldsOf } from "./choice.ts";
import type { PageHost, PageRequest } from "./host.ts";
import { openProgress } from "./progress.ts";
import { apiOf, expecting, type PublicBusiness, pageLanguage, type Texts } from "./visit.ts";

export interface WaitingVisit {
  readonly view: WaitingView;
  readonly choice: Choice;
  readonly language: Language;
  /** Undefined if the business no longer has a published location. */
  readonly business: PublicBusiness | undefined;
}

/** Reads a waitlist entry and its business. Throws an `ApiError` with `not_found` for an unknown token. */
export async function openWaiting(
  request: PageRequest,
  host: PageHost,
  { token, step }: { readonly token: string; readonly step: string },
): Promise<WaitingVisit> {
  const api = apiOf(host);
  const entry = await api.get("/public/waitlist/{token}", { path: { token } });
  // Shows the entry even if the business no longer has a published location.
  const { value: business } = await expecting(["online_booking_unavailable", "not_found"], () =>
    api.get("/public/businesses/{slug}", { path: { slug: entry.slug } }),
  );
  const sent = request.method === "POST" ? request.form : request.query;
  const choice = choiceOf(sent);
  const language = pageLanguage(choice.language, request.acceptLanguage, business?.locale ?? "en");
  const t = translator(await bookingTexts.load(language), language) as Texts;
  const location = business?.locations.find(({ id }) => id === entry.location_id);
  const formats = formatsOf(language, location?.address.country);
  const policy = business?.policy ?? null;
  const currency = business?.currency ?? entry.offer?.total.currency ?? "EUR";
  const card = entry.offer?.card ?? null;
  const late = card?.late_cancel_fee?.amount;
  const missed = card?.no_show_fee?.amount;
  const consent =
    card === null
      ? undefined
      : consentText({
          ...{ businessName: entry.business_name, currency, policy, t, formats },
          card: {
            ...(late === undefined ? {} : { lateMinor: late }),
            ...(missed === undefined ? {} : { noShowMinor: missed }),
          },
        });
  const paying = step === "pay" ? openProgress(host, entry.slug, sent.get("s")) : {};
  const view: WaitingView = {
    ...{ entry, token, t, formats, policy, currency, consent },
    kept: linkFieldsOf(choice),
    notice: NOTICES.find((known) => known === sent.get("notice")),
    isOpen: business !== undefined,
    isLeaving: step === "leave",
    payUrl: paying.payUrl,
    cardForm:
      paying.payment === undefined || host.cardLibrary === null
        ? null
        : { payment: paying.payment, library: host.cardLibrary },
    isEmbedded: choice.isEmbedded,
    now: host.now,
  };
  return { view, choice, language, business };
}
