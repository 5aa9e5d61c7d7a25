import { type Static, Type } from "typebox";
import type { OwnOnly } from "../../../kernel/caller.ts";
import { NIL_ID } from "../../../kernel/ids.ts";
import { dateOrNull, LAST_INSTANT } from "../../../kernel/instants.ts";
import type { Reader, Statement } from "../../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import { commaList, Id, pageQuery, query, sent, words } from "../../../platform/http/shapes.ts";
import { windowOf } from "../../../platform/http/window.ts";
import { ownAppointmentCondition } from "../../scheduling/appointments/index.ts";

/** How payments and sales are looked for (contract §8); `from` and `to` mean `created_at`. */
export function moneyQuery<const S extends readonly string[]>(statuses: S, what: string) {
  return query({
    from: Type.Optional(sent("Created at this instant or later")),
    to: Type.Optional(sent("Created before this instant")),
    client_id: Type.Optional(Id),
    appointment_id: Type.Optional(Id),
    location_id: Type.Optional(Id),
    status: Type.Optional(
      commaList(words(statuses), {
        minItems: 1,
        maxItems: statuses.length,
        description: `${what} in any of these states`,
      }),
    ),
    ...pageQuery(),
  });
}
type MoneyListing = Static<ReturnType<typeof moneyQuery>>;

/**
 * What follows the columns of such a list: newest first from behind a place in that order ($2, $3); each filter is off
 * where its parameter is null.
 */
export function moneyList(table: "payments" | "sales"): string {
  return `where ${table}.business_id = $1
     and (${table}.created_at, ${table}.id) < ($2, $3::uuid)
     and ($4::timestamptz is null or ${table}.created_at >= $4)
     and ($5::timestamptz is null or ${table}.created_at < $5)
     and ($6::uuid is null or ${table}.client_id = $6)
     and ($7::uuid is null or ${table}.appointment_id = $7)
     and ($8::uuid is null or ${table}.location_id = $8)
     and ($9::text[] is null or ${table}.status = any ($9))
     and ${ownAppointmentCondition(table, "$10")}
   order by ${table}.created_at desc, ${table}.id desc
   limit $11`;
}

/** One page of what such a statement lists. Throws `validation_failed` for a cursor of another query. */
export async function moneyPage<Row extends { readonly id: string; readonly created_at: number }, Item>(
  reader: Reader,
  list: {
    readonly name: "payments" | "sales";
    readonly statement: Statement<Row, readonly unknown[]>;
    readonly itemOf: (row: Row) => Item;
  },
  businessId: string,
  listing: MoneyListing,
  own: OwnOnly | null,
): Promise<{ items: Item[]; next_cursor: string | null }> {
  const { fromAt, untilAt } = windowOf(listing);
  const asked = { ...listing, list: list.name, businessId };
  const [createdAt, id] = keyOfCursor(asked, listing.cursor, ["instant", "id"]) ?? [LAST_INSTANT + 1, NIL_ID];
  const limit = listing.limit ?? PAGE_SIZE;
  const rows = await reader.query(list.statement, [
    businessId,
    new Date(createdAt),
    id,
    dateOrNull(fromAt),
    dateOrNull(untilAt),
    listing.client_id ?? null,
    listing.appointment_id ?? null,
    listing.location_id ?? null,
    listing.status ?? null,
    own?.staffId ?? null,
    limit + 1,
  ]);
  return pageOf(asked, rows, limit, (row) => [row.created_at, row.id], list.itemOf);
}
