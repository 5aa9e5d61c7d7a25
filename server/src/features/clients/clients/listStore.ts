import {
  column,
  list,
  pick,
  type RowOf,
  recordset,
  type Statement,
  statement,
  type ValuesOf,
} from "../../../platform/database/index.ts";
import { clients } from "../../../tables/clients.ts";
import { appointmentItemsView, appointmentsView } from "../../../tables/scheduling.ts";
import { clientColumns } from "./store.ts";

/** The columns of a client and the key by which clients are sorted by name. */
export const listedColumns = {
  ...clientColumns,
  ...pick(clients.columns, "last_name_sort", "first_name_sort"),
};
const listed = list(listedColumns);

export const pageParams = { businessId: column.id, limit: column.integer };
const search = { search: column.textOf("tsquery", 3615) };
const ownSearch = { userId: column.id, staffId: column.id, search: column.nullable(search.search) };

/** The parameters for the row after which a page begins, for each sort order. The first page begins after empty names and the nil id. */
const afterName = { afterLastName: column.text, afterFirstName: column.text, afterId: column.id };
const afterUpdate = { afterUpdatedAt: column.instant, afterId: column.id, beforeUpdatedAt: column.instant };
export type AfterName = ValuesOf<typeof afterName>;
export type AfterUpdate = ValuesOf<typeof afterUpdate>;

// A condition such as "or $afterLastName is null" would prevent the index scan from starting at the key of the row comparison.
const inPageByName = `business_id = $businessId
            and deleted_at is null
            and (last_name_sort, first_name_sort, id) > ($afterLastName, $afterFirstName, $afterId)`;
const byName = "order by last_name_sort, first_name_sort, id";
const inPageByUpdate = `business_id = $businessId
            and deleted_at is null
            and (updated_at, id) > ($afterUpdatedAt, $afterId)
            and updated_at < $beforeUpdatedAt`;
const byUpdate = "order by updated_at, id";

type Listing<After, More = unknown> = Statement<
  RowOf<typeof listedColumns>,
  After & ValuesOf<typeof pageParams> & More
>;

/** The statements for one sort order. */
export interface ListStatements<After> {
  readonly all: Listing<After>;
  /** A staff member's own clients that match `search`, or all of them if `search` is null. */
  readonly own: Listing<After, ValuesOf<typeof ownSearch>>;
  readonly search: Listing<After, ValuesOf<typeof search>>;
  /**
   * The statements that search only among the next `NEARBY` and `FURTHER` clients of the list. Null if the sort order has no
   * such statements.
   */
  readonly searchNearby: Listing<After, ValuesOf<typeof search>> | null;
  readonly searchFurther: Listing<After, ValuesOf<typeof search>> | null;
}

const all = (inPage: string, order: string) => `
  select ${listed}
  from clients
  where ${inPage}
  ${order}
  limit $limit`;

/**
 * Returns the SQL for a staff member's own clients (contract §2): clients whom the user created and clients with an appointment of the
 * staff member. A staff member has at most a few thousand own clients.
 */
const own = (inPage: string, order: string) => `
  with own as materialized (
    select id
    from clients
    where business_id = $businessId
      and created_by = $userId
    union
    select appointment.client_id
    from ${appointmentItemsView} as item
    join ${appointmentsView} as appointment
      on appointment.business_id = item.business_id and appointment.id = item.appointment_id
    where item.business_id = $businessId
      and item.staff_id = $staffId
  )
  select ${listed}
  from clients
  where ${inPage}
    and id in (select id from own)
    and ($search is null or search_words @@ $search)
  ${order}
  limit $limit`;

/**
 * Returns the SQL that first finds all matches and then sorts them. "offset 0" prevents the planner from scanning the clients in sort
 * order: PostgreSQL cannot estimate how rare a prefix is, and would scan all clients for a prefix that no client has.
 */
const searched = (inPage: string, order: string) => `
  select ${listed}
  from (
    select ${listed}
    from clients
    where ${inPage}
      and search_words @@ $search
    offset 0
  ) as found
  ${order}
  limit $limit`;

/**
 * Returns the SQL that searches only among the next clients of the list. For a word that every twentieth client matches (such as a first
 * letter), a thousand clients fill a page, and finding and sorting all matches would take fifty times as long.
 */
const searchedAmong = (clientCount: number) => `
  select ${listed}
  from (
    select ${listed}, search_words
    from clients
    where ${inPageByName}
    ${byName}
    limit ${clientCount}
  ) as next
  where search_words @@ $search
  ${byName}
  limit $limit`;

export const NEARBY = 1_000;
export const FURTHER = 6_000;

export const inOrderOfNames: ListStatements<AfterName> = {
  all: statement({
    name: "clients_list_by_name",
    params: { ...pageParams, ...afterName },
    columns: listedColumns,
    sql: all(inPageByName, byName),
  }),
  own: statement({
    name: "clients_list_own_by_name",
    params: { ...pageParams, ...afterName, ...ownSearch },
    columns: listedColumns,
    sql: own(inPageByName, byName),
  }),
  search: statement({
    name: "clients_search_by_name",
    params: { ...pageParams, ...afterName, ...search },
    columns: listedColumns,
    sql: searched(inPageByName, byName),
  }),
  searchNearby: statement({
    name: "clients_search_nearby",
    params: { ...pageParams, ...afterName, ...search },
    columns: listedColumns,
    sql: searchedAmong(NEARBY),
  }),
  searchFurther: statement({
    name: "clients_search_further",
    params: { ...pageParams, ...afterName, ...search },
    columns: listedColumns,
    sql: searchedAmong(FURTHER),
  }),
};

export const inOrderOfUpdates: ListStatements<AfterUpdate> = {
  all: statement({
    name: "clients_list_by_update",
    params: { ...pageParams, ...afterUpdate },
    columns: listedColumns,
    sql: all(inPageByUpdate, byUpdate),
  }),
  own: statement({
    name: "clients_list_own_by_update",
    params: { ...pageParams, ...afterUpdate, ...ownSearch },
    columns: listedColumns,
    sql: own(inPageByUpdate, byUpdate),
  }),
  search: statement({
    name: "clients_search_by_update",
    params: { ...pageParams, ...afterUpdate, ...search },
    columns: listedColumns,
    sql: searched(inPageByUpdate, byUpdate),
  }),
  searchNearby: null,
  searchFurther: null,
};

export const nameColumns = pick(clients.columns, "id", "search_words");

/** The ids of the rows in `names` whose search words match the search. */
export const matchNames = statement({
  name: "clients_match_names",
  params: { ...search, names: column.rows(nameColumns) },
  columns: { id: column.nullable(column.id) },
  sql: `select named.id
        from ${recordset("names", nameColumns, "named")}
        where named.search_words @@ $search`,
});
