import { column, pick, type RowOf, statement, updateWhere } from "../../../platform/database/index.ts";
import { clientsView } from "../../../tables/clients.ts";
import { importRows, imports } from "../../../tables/transfer.ts";

/** Clears the references to clients that the caller is about to delete, in all import rows that matched these clients. */
export const forgetClients = statement({
  name: "import_rows_forget_clients",
  params: { businessId: column.id, clientIds: column.ids },
  sql: `update import_rows
        set client_id = null, external_id = null
        where business_id = $businessId and client_id = any ($clientIds)`,
});

/** Clears the personal data of erased clients in the rows that created or matched them. */
export const eraseRowsOfClients = statement({
  name: "import_rows_erase",
  params: { businessId: column.id, clientIds: column.ids },
  sql: `update import_rows
        set cells = null, external_id = null, problems = '[]'
        where business_id = $businessId and client_id = any ($clientIds)`,
});

export const moveRowsToClient = updateWhere("import_rows_move", importRows, {
  set: { toClientId: "client_id" },
  where: { businessId: "business_id", fromClientId: "client_id" },
});

const exportedColumns = {
  ...pick(importRows.columns, "import_id", "row_number", "external_id", "cells"),
  ...pick(imports.columns, "file_name", "created_at"),
};

export type ExportedRow = RowOf<typeof exportedColumns>;

/** A page of the rows that created or matched a client, oldest first, after the last row of the previous page (null for the first page). */
export const listRowsOfClient = statement({
  name: "import_rows_list_of_client",
  params: {
    businessId: column.id,
    clientId: column.id,
    afterImportId: column.nullable(column.id),
    afterNumber: column.integer,
    limit: column.integer,
  },
  columns: exportedColumns,
  sql: `select row.import_id, row.row_number, row.external_id, row.cells, import.file_name, import.created_at
        from import_rows as row
        join imports as import
          on import.business_id = row.business_id and import.id = row.import_id
        where row.business_id = $businessId
          and row.client_id = $clientId
          and ($afterImportId is null or (row.import_id, row.row_number) > ($afterImportId, $afterNumber))
        order by row.import_id, row.row_number
        limit $limit`,
});

const externalIdColumns = {
  external_id: column.notNull(importRows.columns.external_id),
  client_id: column.notNull(importRows.columns.client_id),
};

/** The clients that have one of these external ids in an import from the program `$preset`. */
export const listImportedClients = statement({
  name: "import_rows_list_clients",
  params: { businessId: column.id, preset: column.text, externalIds: column.texts },
  columns: externalIdColumns,
  sql: `select row.external_id, row.client_id
        from import_rows as row
        join imports as import
          on import.business_id = row.business_id and import.id = row.import_id
        join ${clientsView} as client
          on client.business_id = row.business_id and client.id = row.client_id
        where row.business_id = $businessId
          and client.deleted_at is null
          and row.external_id = any ($externalIds)
          and row.external_id is not null
          and row.client_id is not null
          and import.preset = $preset
          and import.kind = 'clients'`,
});

/** The external ids that these clients have in imports from the program `$preset`. */
export const listExternalIds = statement({
  name: "import_rows_list_external_ids",
  params: { businessId: column.id, preset: column.text, clientIds: column.ids },
  columns: externalIdColumns,
  sql: `select row.external_id, row.client_id
        from import_rows as row
        join imports as import
          on import.business_id = row.business_id and import.id = row.import_id
        where row.business_id = $businessId
          and row.client_id = any ($clientIds)
          and row.external_id is not null
          and row.client_id is not null
          and import.preset = $preset
          and import.kind = 'clients'`,
});
