import { utcOrNull, utcText } from "@daybook/engine";
import type { OwnOnly } from "../../../kernel/caller.ts";
import type { Reader, RowOf, Transaction } from "../../../platform/database/index.ts";
import { keysOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import { assertClient } from "../clients/index.ts";
import { statusOf } from "./formLink.ts";
import type { FormRecord } from "./formSchema.ts";
import { dropForms, type formColumns, listForExport, listOfClient, moveForms as move } from "./formStore.ts";
import { dropLinksOfClient } from "./linkStore.ts";

/**
 * A client's forms, newest first (contract §8): those that are filled in, unless others are asked for. Throws
 * `not_found` for an unknown, foreign or deleted client, and one who is none of a staff member's own.
 */
export async function listClientForms(
  reader: Reader,
  businessId: string,
  query: {
    readonly clientId: string;
    readonly status?: readonly ("pending" | "completed")[];
    readonly limit?: number;
    readonly cursor?: string;
    readonly own: OwnOnly | null;
  },
): Promise<{ items: FormRecord[]; next_cursor: string | null }> {
  const { clientId, own, limit = PAGE_SIZE, status = ["completed"] } = query;
  const listing = { list: "forms", businessId, clientId, status: [...new Set(status)].sort() };
  const after = keysOfCursor(listing, query.cursor);
  await assertClient(reader, businessId, clientId, own);
  const rows = await reader.query(listOfClient, [
    businessId,
    clientId,
    status.map((each) => each === "completed"),
    ...after,
    limit + 1,
  ]);
  return pageOf(listing, rows, limit, (row) => [row.created_at, row.id], recordOf);
}

/** A form with everything that is kept of it. */
export type ExportedForm = FormRecord & {
  readonly signer_address: string | null;
  /** In base64. */
  readonly signature_png: string | null;
};

/** Everything that is kept of a client's forms, oldest first: for whoever asks what is known of them. */
export async function exportForms(
  reader: Reader,
  businessId: string,
  clientId: string,
): Promise<ExportedForm[]> {
  const rows = await reader.query(listForExport, [businessId, clientId]);
  return rows.map((row) => ({
    ...recordOf(row),
    signer_address: row.signer_address,
    signature_png: row.signature_png?.toString("base64") ?? null,
  }));
}

/** Puts the forms of one client into the file of another, because they are one person. Both must be locked. */
export function moveForms(
  tx: Transaction,
  businessId: string,
  fromClientId: string,
  toClientId: string,
): void {
  tx.write(move, [businessId, fromClientId, toClientId]);
}

/** Removes a client's forms, signatures included, and the links to them, because the client is erased. */
export function eraseForms(tx: Transaction, businessId: string, clientId: string): void {
  tx.write(dropLinksOfClient, [businessId, clientId]);
  tx.write(dropForms, [businessId, clientId]);
}

function recordOf(row: RowOf<typeof formColumns>): FormRecord {
  return {
    id: row.id,
    template_id: row.template_id,
    template_version: row.template_version,
    name: row.name,
    appointment_id: row.appointment_id,
    status: statusOf(row.completed_at),
    completed_at: utcOrNull(row.completed_at),
    signer_name: row.signer_name,
    // jsonb keeps keys in an order of its own.
    answers: row.answers.map(({ field_id, label, type, value }) => ({ field_id, label, type, value })),
    consents: row.consents.map(({ text, accepted_at }) => ({ text, accepted_at })),
    created_at: utcText(row.created_at),
    updated_at: utcText(row.updated_at),
  };
}
