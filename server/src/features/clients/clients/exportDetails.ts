import { notFound } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { clientRecords } from "./clientRecord.ts";
import type { FieldAnswer } from "./customFields.ts";
import { listMergedIds } from "./privacyStore.ts";
import type { ClientRecord } from "./schema.ts";
import { findClient, listAllFields } from "./store.ts";

export interface ExportedDetails {
  readonly client: ClientRecord;
  /** The answers in the order of the fields, including answers to archived fields. */
  readonly answers: readonly ExportedAnswer[];
  /** The ids of the client and of all clients who were merged into this client. */
  readonly clientIds: readonly string[];
}

export interface ExportedAnswer {
  readonly field_id: string;
  readonly label: string;
  readonly type: "text" | "choice" | "yes_no" | "date";
  readonly value: FieldAnswer;
  readonly archived: boolean;
}

/** Returns a client's record with every stored answer (contract §9). Throws `not_found` for an unknown or deleted client. */
export async function exportClientDetails(
  reader: Reader,
  businessId: string,
  clientId: string,
  now: number,
): Promise<ExportedDetails> {
  const [rows, fields, merged] = await Promise.all([
    reader.query(findClient, { businessId, clientId }),
    reader.query(listAllFields, { businessId }),
    reader.query(listMergedIds, { businessId, clientId }),
  ]);
  const [row] = rows;
  const [client] = await clientRecords(reader, businessId, rows, now);
  if (row === undefined || client === undefined) throw notFound();
  const answers = fields.flatMap(({ id, label, type, archived_at }) => {
    const value = row.custom_fields[id];
    return value === undefined ? [] : [{ field_id: id, label, type, value, archived: archived_at !== null }];
  });
  return { client, answers, clientIds: merged.map(({ id }) => id) };
}
