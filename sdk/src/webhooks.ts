import type { webhooks } from "./api.ts";

/** The body of a delivery, by `type`. Each event has a full form and an ids-only form. */
export type WebhookEvent = {
  [Name in keyof webhooks]: webhooks[Name] extends { post: { requestBody: { content: infer Content } } }
    ? Content["application/json" & keyof Content]
    : never;
}[keyof webhooks];

/** The names of the events, including `test`. */
export type WebhookEventType = WebhookEvent["type"];

export interface ReceivedWebhook {
  /** The received body, byte for byte. JSON that was parsed and serialized again would have a different signature. */
  readonly body: string | Uint8Array;
  /** The value of the header `Service-Signature`; null or undefined when it is missing. */
  readonly header: string | null | undefined;
  /** The secret of the endpoint, `whsec_…`. */
  readonly secret: string;
  /** The maximum difference between the clocks of the sender and the receiver, in seconds, in either direction; 300 by default. */
  readonly toleranceSeconds?: number;
  /** The current time in milliseconds since the epoch. The default is the system time. */
  readonly now?: number;
}

export type WebhookVerificationReason =
  /** The header is missing or malformed. It must have the form `t=…,v1=…`. */
  | "malformed_header"
  /** The signature is too old or too new compared with `now`: the delivery was replayed, or a clock is wrong. */
  | "outside_tolerance"
  /** No signature matches: the secret is wrong, or the body was changed. */
  | "wrong_signature"
  /** The signature is valid, but the body is not a JSON object with a `type`. */
  | "malformed_body";

/** Thrown when the signature or the body of a delivery is invalid. The receiver must not process the delivery. */
export class WebhookVerificationError extends Error {
  override readonly name = "UnverifiedWebhook";
  readonly reason: WebhookVerificationReason;

  constructor(reason: WebhookVerificationReason, cause?: unknown) {
    super(MESSAGES[reason], cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}

/**
 * Checks the signature of a delivery and returns its event. Compares in constant time with Web Crypto. Tries every
 * signature in the header, because the server adds a signature with the old secret for 24 hours after a rotation.
 *
 * @throws WebhookVerificationError with the reason, for example when no signature matches.
 */
export async function verifyWebhook(received: ReceivedWebhook): Promise<WebhookEvent> {
  const { secret, toleranceSeconds = 300, now = Date.now() } = received;
  const { time, signatures } = partsOf(received.header);
  if (Math.abs(Math.floor(now / 1000) - Number(time)) > toleranceSeconds)
    throw new WebhookVerificationError("outside_tolerance");
  const body = typeof received.body === "string" ? encoder.encode(received.body) : received.body;
  const signed = joined(encoder.encode(`${time}.`), body);
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), HMAC, false, ["verify"]);
  const fits = await Promise.all(
    signatures.map((signature) => crypto.subtle.verify("HMAC", key, signature, signed)),
  );
  if (!fits.includes(true)) throw new WebhookVerificationError("wrong_signature");
  return eventIn(body);
}

/** Returns the `Service-Signature` header for a body, signed as Daybook signs it. For tests of receivers. */
export async function signWebhook(signed: {
  /** The body that the test sends, byte for byte. */
  readonly body: string | Uint8Array;
  readonly secret: string;
  /** The current time in milliseconds since the epoch. The default is the system time. */
  readonly now?: number;
}): Promise<string> {
  const time = String(Math.floor((signed.now ?? Date.now()) / 1000));
  const body = typeof signed.body === "string" ? encoder.encode(signed.body) : signed.body;
  const key = await crypto.subtle.importKey("raw", encoder.encode(signed.secret), HMAC, false, ["sign"]);
  const signature = await crypto.subtle.sign("HMAC", key, joined(encoder.encode(`${time}.`), body));
  const hex = [...new Uint8Array(signature)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `t=${time},v1=${hex}`;
}

const HMAC = { name: "HMAC", hash: "SHA-256" };
const encoder = new TextEncoder();

const MESSAGES: Readonly<Record<WebhookVerificationReason, string>> = {
  malformed_header: "The header Service-Signature is missing or does not have the form t=…,v1=….",
  outside_tolerance: "The time of the signature is outside the tolerance.",
  wrong_signature: "No signature of the delivery matches its body and this secret.",
  malformed_body: "The signature is valid, but the body is not an event.",
};

/**
 * Parses the header into the time as text and the signatures as bytes. Ignores unknown parts, which later versions may
 * add.
 */
function partsOf(header: string | null | undefined): { time: string; signatures: Uint8Array<ArrayBuffer>[] } {
  const parts = (header ?? "").split(",").map((part) => part.trim().split("="));
  const times = parts.filter(([name]) => name === "t").map(([, value]) => value ?? "");
  const [time] = times;
  if (time === undefined || times.length > 1 || !/^\d{1,12}$/.test(time))
    throw new WebhookVerificationError("malformed_header");
  const signatures = parts
    .filter(([name, value]) => name === "v1" && value !== undefined && /^[0-9a-f]{64}$/.test(value))
    .map(([, value]) => bytesOf(value ?? ""));
  if (signatures.length === 0) throw new WebhookVerificationError("malformed_header");
  return { time, signatures };
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) =>
    Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16),
  );
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function eventIn(body: Uint8Array): WebhookEvent {
  let event: unknown;
  try {
    event = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch (error) {
    throw new WebhookVerificationError("malformed_body", error);
  }
  if (typeof event !== "object" || event === null || !("type" in event))
    throw new WebhookVerificationError("malformed_body");
  // The signature proves that Daybook sent the event, so the type of the body is known.
  return event as WebhookEvent;
}
