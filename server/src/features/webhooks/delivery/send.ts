import { utcText } from "@daybook/engine";
import type { Clock } from "../../../kernel/clock.ts";
import type { Sealer } from "../../../platform/encryption.ts";
import type { OutboundHttp, OutboundResponse } from "../../../platform/outbound-http/index.ts";
import { SECRET_PURPOSE } from "../endpointSecret.ts";
import type { Claim, DueDelivery } from "./claims.ts";
import type { Result } from "./results.ts";
import { retryAfterMs } from "./schedule.ts";
import { signature } from "./sign.ts";

export interface Sending {
  readonly outgoing: OutboundHttp;
  readonly sealer: Sealer;
  /** Receivers compare `t` with a clock of their own, so it is the machine's. */
  readonly clock: Clock;
}

/** Makes one attempt and answers how it ended; never throws. `mayGoOn`: whether the endpoint may be kept after a success. */
export async function send(
  { outgoing, sealer, clock }: Sending,
  claim: Claim,
  delivery: DueDelivery,
  mayGoOn: boolean,
): Promise<Result> {
  const { kind } = delivery;
  const number = delivery.attempt_count + 1;
  const startedAt = delivery.now + (performance.now() - delivery.readAt);
  const secrets = openSecrets(sealer, delivery);
  const body = delivery.body ?? testBody(claim, delivery);
  const answer: OutboundResponse =
    secrets === undefined
      ? { error: UNSIGNED, durationMs: 0 }
      : await outgoing.post({
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
  const error = "error" in answer ? answer.error : undefined;
  return {
    claim,
    deliveryId: delivery.id,
    succeeded: error === undefined,
    counts: kind !== "test",
    mayGoOn: mayGoOn && error === undefined,
    retryAfterMs: error === undefined ? null : retryAfterMs(kind, number),
    attempt: {
      number,
      started_at: new Date(startedAt).toISOString(),
      duration_ms: answer.durationMs,
      ...(answer.status === undefined ? {} : { response_status: answer.status }),
      ...(error === undefined ? {} : { error }),
    },
  };
}

const UNSIGNED =
  "could not be signed: the secret was sealed with another DAYBOOK_SECRET (rotate the endpoint's secret)";

/** The secret, and while its time lasts the earlier one; undefined when it does not open. */
function openSecrets(sealer: Sealer, delivery: DueDelivery): string[] | undefined {
  const { secret_encrypted, earlier_secret_encrypted } = delivery;
  try {
    const sealed =
      earlier_secret_encrypted === null ? [secret_encrypted] : [secret_encrypted, earlier_secret_encrypted];
    return sealed.map((text) => sealer.open(text, SECRET_PURPOSE));
  } catch {
    return undefined;
  }
}

/** A test tells of nothing; its id is the delivery's. */
function testBody(claim: Claim, delivery: DueDelivery): string {
  return JSON.stringify({
    id: delivery.id,
    type: "test",
    created_at: utcText(delivery.created_at),
    business_id: claim.businessId,
    data: {},
  });
}
