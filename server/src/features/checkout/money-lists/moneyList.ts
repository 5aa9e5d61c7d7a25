import { type Static, Type } from "typebox";
import type { OwnOnly } from "../../../kernel/caller.ts";
import { NIL_ID } from "../../../kernel/ids.ts";
import { LAST_INSTANT } from "../../../kernel/instants.ts";
import {
  type Columns,
  column,
  list,
  type Reader,
  type Statement,
  type ValuesOf,
} from "../../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import { jsonBytesOf, withinPageBytes } from "../../../platform/http/pageBytes.ts";
import {
  commaList,
  DateOrDateTime,
  described,
  Id,
  pageQuery,
  query,
  words,
} from "../../../platform/http/shapes.ts";
import { ownAppointments } from "../../scheduling/appointments/index.ts";
import { createdWindow } from "./createdWindow.ts";

/**
 * Returns the schema of the query parameters for listing payments or sales (contract §8); `from` and `to` filter by `created_at`.
 */
export function moneyQuery<const S extends readonly string[]>(statuses: S, what: string) {
  return query({
    from: Type.Optional(
      described(
        DateOrDateTime,
        "Created at this date-time (with a UTC offset or `Z`) or later, or on this date (YYYY-MM-DD) or later. Dates are local days of the business's time zone",
      ),
    ),
    to: Type.Optional(
      described(
        DateOrDateTime,
        "Created before this date-time (with a UTC offset or `Z`), or on this date (YYYY-MM-DD) or earlier",
      ),
    ),
    client_id: Type.Optional(described(Id, `${what} of this client`)),
    appointment_id: Type.Optional(described(Id, `${what} of this appointment`)),
    location_id: Type.Optional(described(Id, `${what} of this location`)),
    status: Type.Optional(
      commaList(words(statuses), {
        minItems: 1,
        maxItems: statuses.length,
        description: `${what} with any of these statuses`,
      }),
    ),
    ...pageQuery(),
  });
}
type MoneyListing = Static<ReturnType<typeof moneyQuery>>;

/** SQL parameters of `moneyList`. A filter that is null is ignored. */
export const moneyParams = {
  businessId: column.id,
  beforeAt: column.instant,
  beforeId: column.id,
  fromAt: column.nullable(column.instant),
  untilAt: column.nullable(column.instant),
  clientId: column.nullable(column.id),
  appointmentId: column.nullable(column.id),
  locationId: column.nullable(column.id),
  statuses: column.nullable(column.texts),
  ownStaffId: column.nullable(column.id),
  limit: column.integer,
};

/**
 * Returns the SQL of a page, newest first, starting after the last row of the previous page. `select` is the statement up to
 * its `from` clause. `json` is the column with long values. The total length of its values limits the number of rows of a page.
 */
export function moneyList(
  table: "payments" | "sales",
  { select, columns, json }: { readonly select: string; readonly columns: Columns; readonly json: string },
): string {
  const page = `${select}
     where ${table}.business_id = $businessId
       and (${table}.created_at, ${table}.id) < ($beforeAt, $beforeId)
       and ($fromAt is null or ${table}.created_at >= $fromAt)
       and ($untilAt is null or ${table}.created_at < $untilAt)
       and ($clientId is null or ${table}.client_id = $clientId)
       and ($appointmentId is null or ${table}.appointment_id = $appointmentId)
       and ($locationId is null or ${table}.location_id = $locationId)
       and ($statuses is null or ${table}.status = any($statuses))
       and ${ownAppointments.ownAppointmentCondition(table, "$ownStaffId")}
     order by ${table}.created_at desc, ${table}.id desc
     limit $limit`;
  const order = "created_at desc, id desc";
  return `select ${list(columns)}
     from ${withinPageBytes(page, order, jsonBytesOf(json))} as listed
     order by ${order}`;
}

/**
 * A key that is greater than the key of every row. The first page uses this key, because an `or` in the condition would prevent the
 * use of the index.
 */
const FIRST_PAGE: readonly [number, string] = [LAST_INSTANT + 1, NIL_ID];

/** Reads a page of a `moneyList`. Throws `validation_failed` for a cursor of another list. */
export async function moneyPage<Row extends { readonly id: string; readonly created_at: number }, Item>(
  reader: Reader,
  listed: {
    readonly name: "payments" | "sales";
    readonly statement: Statement<Row, ValuesOf<typeof moneyParams>>;
    readonly itemOf: (row: Row) => Item;
  },
  businessId: string,
  listing: MoneyListing,
  own: OwnOnly | null,
): Promise<{ items: Item[]; next_cursor: string | null }> {
  const { client_id, appointment_id, location_id, status, limit = PAGE_SIZE } = listing;
  const filters = { ...listing, list: listed.name, businessId };
  const [beforeAt, beforeId] = keyOfCursor(filters, listing.cursor, ["instant", "id"]) ?? FIRST_PAGE;
  const rows = await reader.query(listed.statement, {
    businessId,
    beforeAt,
    beforeId,
    ...(await createdWindow(reader, businessId, listing)),
    clientId: client_id ?? null,
    appointmentId: appointment_id ?? null,
    locationId: location_id ?? null,
    statuses: status ?? null,
    ownStaffId: own?.staffId ?? null,
    limit: limit + 1,
  });
  return pageOf(filters, rows, limit, (row) => [row.created_at, row.id], listed.itemOf);
}
