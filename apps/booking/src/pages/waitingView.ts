import type { Formats } from "@daybook/i18n";
import type { DataOf } from "@daybook/sdk";
import type { CardLibrary } from "../server/host.ts";
import type { PublicPolicy } from "../server/policyText.ts";
import type { CardPayment } from "../server/progress.ts";
import type { Texts } from "./language.ts";

type JoinedEntry = DataOf<"get", "/public/waitlist/{token}">;
export type WaitingOffer = NonNullable<JoinedEntry["offer"]>;

/** The names of the notices that the page can show after the client has changed or tried to change the entry. */
export const NOTICES = [
  "joined",
  "declined",
  "left",
  "offerTaken",
  "offerEnded",
  "offerReleased",
  "policyChanged",
  "cannotChange",
  "depositUnpaid",
  "cardMissing",
  "cardFormGone",
] as const;
export type WaitingNotice = (typeof NOTICES)[number];

export interface WaitingView {
  readonly entry: JoinedEntry;
  readonly token: string;
  readonly t: Texts;
  readonly formats: Formats;
  /** The parameters that links and forms keep: the language and the embedding page. */
  readonly kept: readonly (readonly [string, string])[];
  readonly notice: WaitingNotice | undefined;
  readonly policy: PublicPolicy | null;
  readonly currency: string;
  /** The consent text for charges to the card that is saved with the offer; undefined if no card is saved. */
  readonly consent: string | undefined;
  /** The URL of the payment provider's page for the offer's deposit or card. */
  readonly payUrl: string | undefined;
  /** The card form for the deposit or the card of the offer; null if the page shows no card form. */
  readonly cardForm: { readonly payment: CardPayment; readonly library: CardLibrary } | null;
  readonly isEmbedded: boolean;
  /** Whether the business currently accepts online bookings. */
  readonly isOpen: boolean;
  readonly isLeaving: boolean;
  readonly now: number;
}

/** Returns the offer that the client can still accept; null if there is none. */
export function pendingOffer({ entry, now }: WaitingView): WaitingOffer | null {
  const offer = entry.status === "offered" ? entry.offer : null;
  return offer?.status === "pending" && Date.parse(offer.expires_at) > now ? offer : null;
}
