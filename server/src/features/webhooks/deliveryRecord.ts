import { utcOrNull, utcText } from "@daybook/engine";
import { instantOf } from "../../kernel/instants.ts";
import type { RowOf } from "../../platform/database/index.ts";
import type { StoredAttempt } from "../../tables/webhooks.ts";
import { isEventType } from "./permission.ts";
import type { WebhookDeliveryRecord } from "./schema.ts";
import type { deliveryColumns } from "./store.ts";

/** An entry of the log from its row; of a response it contains only the status. */
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

function attemptRecord(attempt: StoredAttempt): WebhookDeliveryRecord["attempts"][number] {
  return {
    number: attempt.number,
    started_at: utcText(instantOf(attempt.started_at)),
    duration_ms: attempt.duration_ms,
    response_status: attempt.response_status ?? null,
    error: attempt.error ?? null,
  };
}
