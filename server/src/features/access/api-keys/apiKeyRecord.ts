import { utcOrNull, utcText } from "@daybook/engine";
import { isScope } from "../../../kernel/scopes.ts";
import type { RowOf } from "../../../platform/database/index.ts";
import type { ApiKeyRecord } from "./schema.ts";
import type { keyColumns } from "./store.ts";

/** Converts an API key row to the API record (contract §3). Date-times are in UTC, because an API key belongs to no location. */
export function apiKeyRecord(row: RowOf<typeof keyColumns>): ApiKeyRecord {
  return {
    id: row.id,
    label: row.label,
    prefix: row.prefix,
    scopes: row.scopes.filter(isScope),
    created_at: utcText(row.created_at),
    last_used_at: utcOrNull(row.last_used_at),
    revoked_at: utcOrNull(row.revoked_at),
  };
}
