import { column, insertRows, pick, recordset, statement } from "../../../platform/database/index.ts";
import { clients } from "../../../tables/clients.ts";
import { clientColumns } from "./store.ts";

const { columns } = clients;

export const insertClients = insertRows("clients_insert_imported", clients, {
  ...pick(columns, "business_id", "created_by"),
  ...clientColumns,
  ...pick(columns, "last_name_sort", "first_name_sort", "search_words"),
});

const nameColumns = pick(columns, "last_name_sort", "first_name_sort");
const clientsOf = { businessId: column.id, clientIds: column.ids };

/** The clients with one of these names. Uses the index of the client list. */
export const listNamesakes = statement({
  name: "clients_list_namesakes",
  params: { businessId: column.id, names: column.rows(nameColumns) },
  columns: { ...pick(columns, "id", "email", "phone_e164"), ...nameColumns },
  sql: `select client.id, client.email, client.phone_e164, client.last_name_sort, client.first_name_sort
        from (
          select distinct last_name_sort, first_name_sort
          from ${recordset("names", nameColumns, "sent")}
        ) as name
        join clients as client
          on client.business_id = $businessId
            and client.last_name_sort = name.last_name_sort
            and client.first_name_sort = name.first_name_sort
        where client.deleted_at is null`,
});

/** Locks the clients of an import that were not changed afterwards. */
export const lockImported = statement({
  name: "clients_lock_imported",
  params: clientsOf,
  columns: pick(columns, "id"),
  sql: `select id
        from clients
        where business_id = $businessId
          and id = any ($clientIds)
          and version = 1
          and deleted_at is null
        order by id
        for update`,
});

export const deleteImported = statement({
  name: "clients_delete_imported",
  params: clientsOf,
  sql: `delete from clients
        where business_id = $businessId and id = any ($clientIds)`,
});
