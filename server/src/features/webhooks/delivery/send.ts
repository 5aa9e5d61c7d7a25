import { utcText } from "@daybook/engine";
import type { Clock } from "../../../kernel/clock.ts";
import type { Encryption } from "../../../platform/encryption.ts";
import type { OutboundHttp, OutboundResponse } from "../../../platform/outbound-http/index.ts";
import { SECRET_PURPOSE } from "../endpointSecret.ts";
import type { DueDelivery, Lease } from "./leases.ts";
import type { Result } from "./results.ts";
import { retryAfterMs } from "./schedule.ts";
import { signature } from "./sign.ts";

export interface Sending {
  readonly outbound: OutboundHttp;
  readonly encryption: Encryption;
  /** Receivers compare `t` with their own clocks: it is the machine's clock, not the database's. */
  readonly clock: Clock;
}

/** Makes one attempt; never throws. `mayContinue`: whether the lease may be extended after a success. */
export async function send(
  { outbound, encryption, clock }: Sending,
  lease: Lease,
  delivery: DueDelivery,
  mayContinue: boolean,
): Promise<Result> {
  const { kind } = delivery;
  const number = delivery.attempt_count + 1;
  const startedAt = delivery.now + (performance.now() - delivery.readAt);
  const secrets = openSecrets(encryption, delivery);
  const body = delivery.body ?? testBody(lease, delivery);
  const response: OutboundResponse =
    secrets === undefined
      ? { error: UNSIGNED, durationMs: 0 }
      : await outbound.post({
          url: delivery.url,
          headers: {
            "Content-Type": "application/json",
            "User-Agent": "Daybook-Webhooks",
            "Service-Signature": signature(body, clock.now(), secrets),
            "Service-Event-Id": delivery.event_id ?? delivery.id,
            "Service-Event-Type": delivery.event_type,
            "Service-Attempt": String(number),
          },
          body,
        });
  const error = "error" in response ? response.error : undefined;
  return {
    lease,
    deliveryId: delivery.id,
    succeeded: error === undefined,
    counts: kind !== "test",
    mayContinue: mayContinue && error === undefined,
    retryAfterMs: error === undefined ? null : retryAfterMs(kind, number),
    attempt: {
      number,
      started_at: new Date(startedAt).toISOString(),
      duration_ms: response.durationMs,
      ...(response.status === undefined ? {} : { response_status: response.status }),
      ...(error === undefined ? {} : { error }),
    },
  };
}

const UNSIGNED =
  "could not be signed: the secret was encrypted with another DAYBOOK_SECRET (rotate the endpoint's secret)";

/** The secret, and the earlier one until it expires; undefined when one cannot be decrypted. */
function openSecrets(encryption: Encryption, delivery: DueDelivery): string[] | undefined {
  const { secret_encrypted, earlier_secret_encrypted } = delivery;
  try {
    const encrypted =
      earlier_secret_encrypted === null ? [secret_encrypted] : [secret_encrypted, earlier_secret_encrypted];
    return encrypted.map((text) => encryption.decrypt(text, SECRET_PURPOSE));
  } catch {
    return undefined;
  }
}

/** A test has no event: its id is the delivery's. */
function testBody(lease: Lease, delivery: DueDelivery): string {
  return JSON.stringify({
    id: delivery.id,
    type: "test",
    created_at: utcText(delivery.created_at),
    business_id: lease.business_id,
    data: {},
  });
}
