import { utcText } from "@daybook/engine";
import {
  EXPORT_PAGE_SIZE,
  inPages,
  type Reader,
  type Transaction,
} from "../../../platform/database/index.ts";
import { type ExportedRow, eraseRowsOfClients, listRowsOfClient, moveRowsToClient } from "./clientStore.ts";

/** An imported row that created or matched a client, in the format of the export of the client's data. */
export interface ExportedImportRow {
  readonly import_id: string;
  readonly row_number: number;
  readonly file_name: string | null;
  readonly external_id: string | null;
  readonly cells: string[] | null;
  readonly imported_at: string;
}

async function* exportRows(
  reader: Reader,
  businessId: string,
  clientId: string,
): AsyncGenerator<ExportedImportRow[]> {
  const pages = inPages((last: ExportedRow | undefined) =>
    reader.query(listRowsOfClient, {
      businessId,
      clientId,
      afterImportId: last?.import_id ?? null,
      afterNumber: last?.row_number ?? 0,
      limit: EXPORT_PAGE_SIZE,
    }),
  );
  for await (const page of pages)
    yield page.map(({ created_at, ...row }) => ({ ...row, imported_at: utcText(created_at) }));
}

/** Functions that move, export and erase the imported rows of clients. */
export const clientImports = {
  export: exportRows,
  erase: (tx: Transaction, businessId: string, clientIds: readonly string[]): void =>
    tx.write(eraseRowsOfClients, { businessId, clientIds }),
  move: (tx: Transaction, businessId: string, fromClientId: string, toClientId: string): void =>
    tx.write(moveRowsToClient, { businessId, fromClientId, toClientId }),
};
