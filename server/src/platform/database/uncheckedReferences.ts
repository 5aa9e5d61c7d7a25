import pg from "pg";

/** A column that references rows of another table without a foreign key (decision 102). Null references no row. */
export interface UncheckedReference {
  readonly table: string;
  readonly column: string;
  readonly to: string;
  readonly toColumn: string;
  /** The column with the business's id in the referenced table. */
  readonly toBusiness: "id" | "business_id";
}

/**
 * The references without a foreign key. Every booking inserts them, and a foreign key looks up and locks the referenced row every time.
 * Triggers reject deletions in the referenced tables (migration 0170), and deletions of services that an appointment has (0176).
 */
export const UNCHECKED_REFERENCES: readonly UncheckedReference[] = [
  { table: "appointments", column: "location_id", ...rowOf("locations", "id") },
  { table: "appointments", column: "policy_version", ...rowOf("policies", "version") },
  { table: "appointment_items", column: "staff_id", ...rowOf("staff", "id") },
  { table: "appointment_items", column: "service_id", ...rowOf("services", "id") },
  { table: "events", column: "business_id", to: "businesses", toColumn: "id", toBusiness: "id" },
];

function rowOf(to: string, toColumn: string) {
  return { to, toColumn, toBusiness: "business_id" } as const;
}

/** The number of rows that reference a missing row, for each reference that has such rows. */
export interface Orphans extends UncheckedReference {
  readonly count: number;
}

/** Counts the rows that reference a missing row, of one business or, for null, of all. Reads the tables completely. */
export async function findOrphans(client: pg.ClientBase, businessId: string | null): Promise<Orphans[]> {
  const found: Orphans[] = [];
  for (const reference of UNCHECKED_REFERENCES) {
    const { table, column, to, toColumn, toBusiness } = reference;
    // The query contains the condition on the business only if an id is given, so that a
    // cluster can send it to the node of that business.
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::integer as count
       from ${pg.escapeIdentifier(table)} as one
       where one.${pg.escapeIdentifier(column)} is not null
         and not exists (
           select
           from ${pg.escapeIdentifier(to)} as other
           where other.${toBusiness} = one.business_id
             and other.${pg.escapeIdentifier(toColumn)} = one.${pg.escapeIdentifier(column)}
         )
         ${businessId === null ? "" : "and one.business_id = $1"}`,
      businessId === null ? [] : [businessId],
    );
    const count = rows[0]?.count ?? 0;
    if (count > 0) found.push({ ...reference, count });
  }
  return found;
}

/** Describes orphans for an operator: `2 rows of appointments (location_id → locations)`. */
export function describeOrphans(orphans: readonly Orphans[]): string {
  return orphans
    .map(
      ({ table, column, to, count }) =>
        `${count} ${count === 1 ? "row" : "rows"} of ${table} (${column} → ${to})`,
    )
    .join(", ");
}
