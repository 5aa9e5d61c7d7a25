import { utcOrNull, utcText } from "@daybook/engine";
import type { OwnOnly } from "../../../kernel/caller.ts";
import {
  pagesOfClient,
  type Reader,
  type RowOf,
  type Transaction,
} from "../../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import { assertClient } from "../clients/index.ts";
import { statusOf } from "./formLink.ts";
import type { FormRecord } from "./formSchema.ts";
import {
  deleteFormsOfClient,
  type formColumns,
  listForExport,
  listOfClient,
  moveFormRows,
} from "./formStore.ts";
import { deleteLinksOfClient } from "./linkStore.ts";

/**
 * Returns a page of a client's forms, newest first (contract §8): completed forms unless `status` selects other forms. Throws
 * `not_found` for an unknown or deleted client and, with `own`, for another staff member's client.
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
  const [afterAt, afterId] = keyOfCursor(listing, query.cursor, ["instant", "id"]) ?? [null, null];
  await assertClient(reader, businessId, clientId, own);
  const isCompleted = status.map((each) => each === "completed");
  const rows = await reader.query(listOfClient, {
    businessId,
    clientId,
    isCompleted,
    afterAt,
    afterId,
    limit: limit + 1,
  });
  return pageOf(listing, rows, limit, (row) => [row.created_at, row.id], recordOf);
}

export type ExportedForm = FormRecord & {
  readonly signer_address: string | null;
  /** The signature as a PNG in base64. */
  readonly signature_png: string | null;
};

/** Returns all forms of a client, oldest first, in pages for the export of the client's data. */
export async function* exportForms(
  reader: Reader,
  businessId: string,
  clientId: string,
): AsyncGenerator<ExportedForm[]> {
  const pages = pagesOfClient(reader, listForExport, { businessId, clientId }, (row) => [
    row.created_at,
    row.id,
  ]);
  for await (const page of pages)
    yield page.map((row) => ({
      ...recordOf(row),
      signer_address: row.signer_address,
      signature_png: row.signature_png?.toString("base64") ?? null,
    }));
}

/** Moves the forms of a client who is merged into another. The caller must have locked both clients. */
export function moveForms(
  tx: Transaction,
  businessId: string,
  fromClientId: string,
  toClientId: string,
): void {
  tx.write(moveFormRows, { businessId, fromClientId, toClientId });
}

/** Deletes the forms, signatures and form links of a client who is erased. */
export function eraseForms(tx: Transaction, businessId: string, clientId: string): void {
  tx.write(deleteLinksOfClient, { businessId, clientId });
  tx.write(deleteFormsOfClient, { business_id: businessId, client_id: clientId });
}

function recordOf(row: RowOf<typeof formColumns>): FormRecord {
  return {
    id: row.id,
    template_id: row.template_id,
    template_version: row.template_version,
    name: row.name,
    appointment_id: row.appointment_id,
    status: statusOf(row.completed_at),
    sent_at: utcOrNull(row.sent_at),
    opened_at: utcOrNull(row.opened_at),
    completed_at: utcOrNull(row.completed_at),
    signer_name: row.signer_name,
    // Lists the keys explicitly, because jsonb does not preserve their order.
    answers: row.answers.map(({ field_id, label, type, value }) => ({ field_id, label, type, value })),
    consents: row.consents.map(({ text, accepted_at }) => ({ text, accepted_at })),
    created_at: utcText(row.created_at),
    updated_at: utcText(row.updated_at),
  };
}
