import { utcOrNull, utcText } from "@daybook/engine";
import { instantOf } from "../../kernel/instants.ts";
import type { RowOf } from "../../platform/database/index.ts";
import type { StoredAttempt } from "../../tables/webhooks.ts";
import { isEventType } from "./permission.ts";
import type { WebhookDeliveryDetailsRecord, WebhookDeliveryRecord } from "./schema.ts";
import type { deliveryColumns, detailColumns } from "./store.ts";
import { testBody } from "./testBody.ts";

/** Converts a row to an entry of the delivery log. An entry contains the status of the response, but not its body. */
export function deliveryRecord(row: RowOf<typeof deliveryColumns>): WebhookDeliveryRecord {
  return {
    id: row.id,
    endpoint_id: row.endpoint_id,
    kind: row.kind,
    event_id: row.event_id,
    event_type: isEventType(row.event_type) ? row.event_type : "test",
    status: row.status,
    attempts: row.attempts.map(attemptRecord),
    next_attempt_at: utcOrNull(row.due_at),
    created_at: utcText(row.created_at),
    updated_at: utcText(row.updated_at),
  };
}

/** Converts a row to a delivery with its request and response bodies. */
export function deliveryDetails(
  businessId: string,
  row: RowOf<typeof detailColumns>,
): WebhookDeliveryDetailsRecord {
  const answers = row.response_bodies ?? {};
  const isSentTest = row.kind === "test" && row.attempts.length > 0;
  return {
    ...deliveryRecord(row),
    attempts: row.attempts.map((attempt) => ({
      ...attemptRecord(attempt),
      response_body: answers[attempt.number] ?? null,
    })),
    request_body: isSentTest ? testBody(businessId, row) : row.sent_body,
  };
}

function attemptRecord(attempt: StoredAttempt): WebhookDeliveryRecord["attempts"][number] {
  return {
    number: attempt.number,
    started_at: utcText(instantOf(attempt.started_at)),
    duration_ms: attempt.duration_ms,
    response_status: attempt.response_status ?? null,
    error: attempt.error ?? null,
  };
}
