import { utcOrNull, utcText } from "@daybook/engine";
import type { RowOf } from "../../platform/database/index.ts";
import { isEventType } from "./permission.ts";
import type { WebhookEndpointRecord } from "./schema.ts";
import type { endpointColumns } from "./store.ts";

/** Converts an endpoint row to the API record (contract §3). Date-times are in UTC, because an endpoint has no location. */
export function endpointRecord(row: RowOf<typeof endpointColumns>): WebhookEndpointRecord {
  return {
    id: row.id,
    url: row.url,
    events: row.events.filter(isEventType),
    source: row.source,
    status: row.status,
    failing_since: utcOrNull(row.failing_since),
    disabled_at: utcOrNull(row.disabled_at),
    last_success_at: utcOrNull(row.last_success_at),
    last_failure_at: utcOrNull(row.last_failure_at),
    last_error: row.last_error,
    created_at: utcText(row.created_at),
    updated_at: utcText(row.updated_at),
  };
}
