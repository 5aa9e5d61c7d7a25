import { notFound } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { clientRecords } from "./clientRecord.ts";
import type { FieldAnswer } from "./customFields.ts";
import type { ClientRecord } from "./schema.ts";
import { findClient, listAllFields, listFilesOfPerson } from "./store.ts";

/** A client file with every answer that is kept, also to questions that are not asked any more. */
export interface ExportedDetails {
  readonly client: ClientRecord;
  readonly answers: readonly ExportedAnswer[];
  /** This file and those that have become part of it. */
  readonly fileIds: readonly string[];
}

export interface ExportedAnswer {
  readonly field_id: string;
  readonly label: string;
  readonly type: "text" | "choice" | "yes_no" | "date";
  readonly value: FieldAnswer;
  /** Whether the question is not asked any more. */
  readonly archived: boolean;
}

/** Everything that a file says, answers in the order of the questions. Throws `not_found`. */
export async function exportClientDetails(
  reader: Reader,
  businessId: string,
  clientId: string,
  now: number,
): Promise<ExportedDetails> {
  const [rows, fields, files] = await Promise.all([
    reader.query(findClient, [businessId, clientId]),
    reader.query(listAllFields, [businessId]),
    reader.query(listFilesOfPerson, [businessId, clientId]),
  ]);
  const [row] = rows;
  const [client] = await clientRecords(reader, businessId, rows, now);
  if (row === undefined || client === undefined) throw notFound();
  const answers = fields.flatMap(({ id, label, type, archived_at }) => {
    const value = row.custom_fields[id];
    return value === undefined ? [] : [{ field_id: id, label, type, value, archived: archived_at !== null }];
  });
  return { client, answers, fileIds: files.map(({ id }) => id) };
}
