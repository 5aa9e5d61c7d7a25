import {
  column,
  insertRows,
  pick,
  type RowOf,
  recordset,
  statement,
} from "../../../platform/database/index.ts";
import { clients } from "../../../tables/clients.ts";
import { clientColumns } from "./store.ts";

const { columns } = clients;

export const insertClients = insertRows("clients_insert_imported", clients, {
  ...pick(columns, "business_id", "created_by"),
  ...clientColumns,
  ...pick(columns, "last_name_sort", "first_name_sort", "search_words"),
});

const nameColumns = pick(columns, "last_name_sort", "first_name_sort");
const namesakeColumns = { ...pick(columns, "id", "email", "phone_e164"), ...nameColumns };
const clientsOf = { businessId: column.id, clientIds: column.ids };

export type NamesakeRow = RowOf<typeof namesakeColumns>;

/** The clients with one of these names. Uses the index of the client list. */
export const listNamesakes = statement({
  name: "clients_list_namesakes",
  params: { businessId: column.id, names: column.rows(nameColumns) },
  columns: namesakeColumns,
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

/** The clients with one of these telephone numbers, or one of these e-mail addresses in lower case. Each part uses an index. */
export const listByContact = statement({
  name: "clients_list_by_contact",
  params: { businessId: column.id, phones: column.texts, emails: column.texts },
  columns: namesakeColumns,
  sql: `select id, email, phone_e164, last_name_sort, first_name_sort
        from clients
        where business_id = $businessId
          and phone_e164 = any ($phones)
          and deleted_at is null
        union
        select id, email, phone_e164, last_name_sort, first_name_sort
        from clients
        where business_id = $businessId
          and lower(email) = any ($emails)
          and email is not null
          and deleted_at is null
        order by id`,
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
