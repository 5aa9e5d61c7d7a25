import { utcText } from "@daybook/engine";
import { newId } from "../../kernel/ids.ts";
import { column, list, pick, recordset, statement, type Transaction } from "../../platform/database/index.ts";
import type { Encryption } from "../../platform/encryption.ts";
import { publishedEvents } from "../../platform/outbox/table.ts";
import { type StoredAttempt, webhookDeliveries } from "../../tables/webhooks.ts";
import { retryAfterMs } from "./delivery/schedule.ts";
import { disable } from "./enable.ts";
import { type Subscription, subscribe } from "./subscribe.ts";

/** The statuses of the responses to the attempts of a delivery, in order. */
export type SampleAttempts = readonly number[];

const DURATION_MS = 180;

/**
 * Creates a disabled endpoint whose log contains the deliveries of its newest events, without sending anything: for the demo, which has
 * no receiver. A delivery whose last response has the status 200 succeeded.
 */
export async function createSampleEndpoint(
  tx: Transaction,
  encryption: Encryption,
  { samples, ...subscription }: Subscription & { readonly samples: readonly SampleAttempts[] },
): Promise<void> {
  const { businessId, now, input } = subscription;
  const { id: endpointId } = await subscribe(tx, encryption, subscription);
  const newest = await tx.query(listNewest, { businessId, types: input.events, limit: samples.length });
  const deliveries = newest.map((event, index) => {
    const statuses = samples[index] ?? [];
    const attempts = attemptsAt(event.created_at, statuses);
    return {
      business_id: businessId,
      id: newId(),
      endpoint_id: endpointId,
      kind: "event" as const,
      event_id: event.id,
      event_type: event.type,
      status: statuses.at(-1) === 200 ? ("succeeded" as const) : ("failed" as const),
      attempt_count: attempts.length,
      attempts,
      created_at: event.created_at,
      updated_at: Math.max(event.created_at, Date.parse(attempts.at(-1)?.started_at ?? "")),
    };
  });
  tx.write(insertFinished, { deliveries });
  const lastAt = (status: string) =>
    Math.max(...deliveries.filter((one) => one.status === status).map(({ updated_at }) => updated_at));
  tx.write(setResults, {
    businessId,
    endpointId,
    successAt: lastAt("succeeded"),
    failureAt: lastAt("failed"),
  });
  await disable(tx, { aheadMs: () => 0 }, { businessId, endpointId, now });
}

/** Returns the log entries of attempts that begin at `firstAt` and follow the retry schedule. */
function attemptsAt(firstAt: number, statuses: SampleAttempts): StoredAttempt[] {
  let at = firstAt;
  return statuses.map((response_status, index) => {
    const attempt: StoredAttempt = {
      number: index + 1,
      started_at: utcText(at),
      duration_ms: DURATION_MS,
      response_status,
      form: "ids",
    };
    at += DURATION_MS + (retryAfterMs("event", index + 1) ?? 0);
    return attempt;
  });
}

const listNewest = statement({
  name: "webhooks_sample_list_newest",
  params: { businessId: column.id, types: column.texts, limit: column.integer },
  columns: { id: column.id, type: column.text, created_at: column.instant },
  sql: `select id, type, created_at
        from ${publishedEvents} as event
        where business_id = $businessId
          and type = any($types)
          and sequence is not null
        order by created_at desc, sequence desc
        limit $limit`,
});

const setResults = statement({
  name: "webhooks_sample_set_results",
  params: {
    businessId: column.id,
    endpointId: column.id,
    successAt: column.instant,
    failureAt: column.instant,
  },
  sql: `update webhook_endpoints
        set last_success_at = $successAt, last_failure_at = $failureAt
        where business_id = $businessId
          and id = $endpointId`,
});

const finished = pick(
  webhookDeliveries.columns,
  "business_id",
  "id",
  "endpoint_id",
  "kind",
  "event_id",
  "event_type",
  "status",
  "attempt_count",
  "attempts",
  "created_at",
  "updated_at",
);

const insertFinished = statement({
  name: "webhooks_sample_insert",
  params: { deliveries: column.rows(finished) },
  sql: `insert into webhook_deliveries (${list(finished)})
        select ${list(finished, "finished")}
        from ${recordset("deliveries", finished, "finished")}`,
});
