import type { Clock } from "../../../kernel/clock.ts";
import type { Encryption } from "../../../platform/encryption.ts";
import type { CursorSeal } from "../../../platform/http/cursorSeal.ts";
import type { OutboundHttp, OutboundResponse } from "../../../platform/outbound-http/index.ts";
import { SECRET_PURPOSE, validSecrets } from "../endpointSecret.ts";
import { eventCursor } from "../eventCursor.ts";
import { testBody } from "../testBody.ts";
import type { DueDelivery, Lease } from "./leases.ts";
import { recentResults } from "./recentResults.ts";
import type { Result } from "./results.ts";
import { retryAfterMs } from "./schedule.ts";
import { signature } from "./sign.ts";

export interface Sending {
  readonly outbound: OutboundHttp;
  readonly secretOf: (encrypted: string) => string;
  /** Returns the `Service-Event-Cursor` of an event. `event` has the form `<business id> <sequence>`. */
  readonly cursorOf: (event: string) => string;
  /** The system clock, because receivers compare the signature's time `t` with their own clocks. */
  readonly clock: Clock;
}

/** The maximum number of decrypted secrets, and of cursors, that a process caches. */
const REMEMBERED = 2_000;

/**
 * Creates the dependencies of `send`. Caches decrypted secrets and cursors, because decrypting a secret or computing a cursor takes several
 * times as long as signing a body.
 */
export function openSending(options: {
  readonly outbound: OutboundHttp;
  readonly encryption: Encryption;
  readonly cursors: CursorSeal;
  readonly clock: Clock;
}): Sending {
  const { outbound, encryption, cursors, clock } = options;
  return {
    outbound,
    secretOf: recentResults(REMEMBERED, (encrypted) => encryption.decrypt(encrypted, SECRET_PURPOSE)),
    cursorOf: recentResults(REMEMBERED, (event) => {
      const [businessId = "", sequence] = event.split(" ");
      return eventCursor(cursors, businessId, Number(sequence));
    }),
    clock,
  };
}

/** Makes one attempt to send a delivery. Never throws. */
export async function send(
  { outbound, secretOf, cursorOf, clock }: Sending,
  lease: Lease,
  delivery: DueDelivery,
): Promise<Result> {
  const { kind } = delivery;
  const number = delivery.attempt_count + 1;
  const startedAt = delivery.now + (performance.now() - delivery.readAt);
  const secrets = openSecrets(secretOf, delivery);
  const body = delivery.body ?? testBody(lease.business_id, delivery);
  const response: OutboundResponse =
    secrets === undefined
      ? { error: UNSIGNED, durationMs: 0, connection: "none", body: "" }
      : await outbound.post({
          url: delivery.url,
          headers: {
            "Content-Type": "application/json",
            "User-Agent": "Daybook-Webhooks",
            "Service-Signature": signature(body, clock.now(), secrets),
            "Service-Event-Id": delivery.event_id ?? delivery.id,
            "Service-Event-Type": delivery.event_type,
            "Service-Attempt": String(number),
            ...(delivery.is_sandbox ? { "Service-Sandbox": "true" } : {}),
            ...(delivery.sequence === null
              ? {}
              : { "Service-Event-Cursor": cursorOf(`${lease.business_id} ${delivery.sequence}`) }),
          },
          body,
        });
  const { status, error } = response;
  return {
    lease,
    deliveryId: delivery.id,
    succeeded: error === undefined,
    counts: kind !== "test",
    connection: response.connection,
    retryAfterMs: error === undefined ? null : retryAfterMs(kind, number),
    attempt: {
      number,
      started_at: new Date(startedAt).toISOString(),
      duration_ms: response.durationMs,
      ...(status === undefined ? {} : { response_status: status }),
      ...(error === undefined ? {} : { error }),
      ...(delivery.body === null ? {} : { form: delivery.is_full ? "full" : "ids" }),
    },
    responseBody: response.body,
  };
}

const UNSIGNED =
  "could not be signed: the secret was encrypted with another DAYBOOK_SECRET (rotate the endpoint's secret)";

/**
 * Decrypts the current secret and the secrets that were replaced in the last 24 hours. Returns undefined if one of the secrets cannot be
 * decrypted.
 */
function openSecrets(secretOf: Sending["secretOf"], delivery: DueDelivery): string[] | undefined {
  const { secret_encrypted, earlier_secrets, now } = delivery;
  const encrypted = [
    secret_encrypted,
    ...validSecrets(earlier_secrets, now).map((secret) => secret.encrypted),
  ];
  try {
    return encrypted.map(secretOf);
  } catch {
    return undefined;
  }
}
