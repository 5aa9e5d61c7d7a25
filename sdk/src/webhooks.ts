import type { webhooks } from "./api.ts";

/** What a receiver is sent for each event, in the full and in the identifiers-only form; `type` tells them apart. */
export type WebhookEvent = {
  [Name in keyof webhooks]: webhooks[Name] extends { post: { requestBody: { content: infer Content } } }
    ? Content["application/json" & keyof Content]
    : never;
}[keyof webhooks];

/** The names of the events, `test` among them. */
export type WebhookEventType = WebhookEvent["type"];

/** A delivery as it arrived. */
export interface ReceivedWebhook {
  /** The body as it arrived, byte for byte: parsing it and writing it anew makes another text. */
  readonly body: string | Uint8Array;
  /** The value of the header `Service-Signature`; null or undefined when there was none. */
  readonly header: string | null | undefined;
  /** The endpoint's secret, `whsec_…`, as it was shown. */
  readonly secret: string;
  /** How far the sender's clock may be from ours, in either direction. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since the epoch; the machine's clock unless told. */
  readonly now?: number;
}

/** Why a delivery is not one of Daybook's for this endpoint. */
export type WebhookRefusal =
  /** There is no signature, or it is not one of this kind. */
  | "malformed_header"
  /** Signed too long ago, or in the future: a repeat by somebody else, or a clock that is wrong. */
  | "outside_tolerance"
  /** None of the signatures fits the body: another secret, or a body that was changed on its way. */
  | "wrong_signature"
  /** Signed, but no JSON object that has a type. */
  | "malformed_body";

/** A delivery that must not be believed. */
export class UnverifiedWebhook extends Error {
  override readonly name = "UnverifiedWebhook";
  readonly reason: WebhookRefusal;

  constructor(reason: WebhookRefusal, cause?: unknown) {
    super(SENTENCES[reason], cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}

/**
 * The event of a delivery, once one of its signatures was found to fit; otherwise throws `UnverifiedWebhook`. Signatures
 * are compared by the runtime's own HMAC, in a time that does not depend on how much of them is right; all of them are
 * tried, so that a secret can be changed while deliveries arrive.
 */
export async function verifyWebhook(received: ReceivedWebhook): Promise<WebhookEvent> {
  const { secret, toleranceSeconds = 300, now = Date.now() } = received;
  const { time, signatures } = partsOf(received.header);
  if (Math.abs(Math.floor(now / 1000) - Number(time)) > toleranceSeconds)
    throw new UnverifiedWebhook("outside_tolerance");
  const body = typeof received.body === "string" ? encoder.encode(received.body) : received.body;
  const signed = joined(encoder.encode(`${time}.`), body);
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), HMAC, false, ["verify"]);
  const fits = await Promise.all(
    signatures.map((signature) => crypto.subtle.verify("HMAC", key, signature, signed)),
  );
  if (!fits.includes(true)) throw new UnverifiedWebhook("wrong_signature");
  return eventIn(body);
}

const HMAC = { name: "HMAC", hash: "SHA-256" };
const encoder = new TextEncoder();

const SENTENCES: Readonly<Record<WebhookRefusal, string>> = {
  malformed_header: "The delivery has no Service-Signature of the form t=…,v1=….",
  outside_tolerance: "The delivery was not signed just now.",
  wrong_signature: "None of the delivery's signatures fits its body and this secret.",
  malformed_body: "The delivery is signed, but it is not an event.",
};

/** The time as it was written, and the signatures in bytes. Parts that are neither are left for later versions. */
function partsOf(header: string | null | undefined): { time: string; signatures: Uint8Array<ArrayBuffer>[] } {
  const parts = (header ?? "").split(",").map((part) => part.trim().split("="));
  const times = parts.filter(([name]) => name === "t").map(([, value]) => value ?? "");
  const [time] = times;
  if (time === undefined || times.length > 1 || !/^\d{1,12}$/.test(time))
    throw new UnverifiedWebhook("malformed_header");
  const signatures = parts
    .filter(([name, value]) => name === "v1" && value !== undefined && /^[0-9a-f]{64}$/.test(value))
    .map(([, value]) => bytesOf(value ?? ""));
  if (signatures.length === 0) throw new UnverifiedWebhook("malformed_header");
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
    throw new UnverifiedWebhook("malformed_body", error);
  }
  if (typeof event !== "object" || event === null || !("type" in event))
    throw new UnverifiedWebhook("malformed_body");
  // Whoever signs with the secret sends what the description says.
  return event as WebhookEvent;
}
