import type { PageHost } from "./host.ts";

/** The fields of a hold that the pages use. */
export interface HeldTime {
  readonly token: string;
  /** The end of the hold in milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly isExtended: boolean;
  /** An RFC 3339 date-time with the location's UTC offset. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly items: readonly {
    readonly serviceId: string;
    readonly staffId: string;
    readonly startsAt: string;
  }[];
  readonly totalMinor: number;
  /** The deposit to pay before booking the hold, in minor units; absent if none is required. */
  readonly depositMinor?: number;
  /** The fees that the business can charge to the saved card, in minor units; absent if no card is saved. */
  readonly card?: { readonly lateMinor?: number; readonly noShowMinor?: number };
}

export interface Details {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  /** The e-mail address, requested only from a visitor with a verified phone number. */
  readonly email?: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The payment that the visitor completes in the card form or, if no deposit is due, the setup that saves the card. */
export interface CardPayment {
  readonly clientSecret: string;
  readonly publishableKey: string;
  readonly accountId: string;
}

/** The visitor's preferred days and times for the waitlist, as entered. */
export interface WaitlistWishes {
  readonly from: string;
  readonly to: string;
  readonly weekdays: readonly string[];
  readonly parts: readonly string[];
  readonly isBookedAtOnce: boolean;
  readonly note: string;
}

/** The state of a booking between two steps. URLs and forms contain the state in encrypted form. The server does not store it. */
export interface Progress {
  readonly hold?: HeldTime;
  readonly email?: string;
  /** The phone number as typed. */
  readonly phone?: string;
  /** The channel of the code: e-mail or text message. */
  readonly channel?: "email" | "phone";
  readonly codeId?: string;
  readonly visitorToken?: string;
  /** Whether the visitor asked to be remembered on this device. */
  readonly isRemembered?: true;
  /** Whether the server no longer accepts the remembered visitor's token. */
  readonly isForgotten?: true;
  readonly people?: readonly { readonly ref: string; readonly first_name: string }[];
  /** The `ref` of the client for whom the visitor books, or `new` for a new client. */
  readonly person?: string;
  readonly details?: Details;
  readonly note?: string;
  /** The goal after the code step: `waitlist` to join the waitlist; absent to book the hold. */
  readonly goal?: "waitlist";
  /** The visitor's input in the waitlist form. */
  readonly wishes?: WaitlistWishes;
  /** The message keys of input errors, by the name of the input. */
  readonly problems?: Readonly<Record<string, string>>;
  /** The key of a message above the page. */
  readonly notice?: string;
  /** Alternative start times if the chosen start time was taken. */
  readonly alternatives?: readonly string[];
  /** The step that requires a proof of work, with the submitted form fields. */
  readonly waiting?: {
    readonly purpose: string;
    readonly step: string;
    readonly fields: Readonly<Record<string, string>>;
    readonly challenge: string;
    readonly since: number;
  };
  /** The consent text for charges to the saved card, as accepted by the visitor. */
  readonly consent?: string;
  /** The URL of the payment provider's page for paying the deposit or entering a card. */
  readonly payUrl?: string;
  /** The payment to complete in the page's card form. */
  readonly payment?: CardPayment;
  readonly manageToken?: string;
  readonly formsUrl?: string;
}

const VALID_MS = 2 * 60 * 60_000;

/**
 * Encrypts the progress, so that the visitor cannot read or change it. The encrypted progress is valid for this business only, by default
 * for two hours.
 */
export function sealProgress(
  host: PageHost,
  slug: string,
  progress: Progress,
  validMs = VALID_MS,
): string | undefined {
  if (Object.values(progress).every((value) => value === undefined)) return undefined;
  return host.seal(JSON.stringify({ slug, until: host.now + validMs, progress }));
}

/** Decrypts the progress. Returns empty progress if the text is missing, invalid, expired or encrypted for another business. */
export function openProgress(host: PageHost, slug: string, encrypted: string | null): Progress {
  const text = encrypted === null || encrypted.length > 12_000 ? undefined : host.open(encrypted);
  if (text === undefined) return {};
  const opened = JSON.parse(text) as { slug: string; until: number; progress: Progress };
  return opened.slug === slug && opened.until > host.now ? opened.progress : {};
}
