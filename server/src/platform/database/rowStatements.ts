import * as column from "./column.ts";
import { type Statement, statement } from "./statement.ts";
import { list, pick, type Table } from "./table.ts";

type Id = { readonly id: column.Column<string> };
type RowKey = { readonly businessId: string; readonly id: string };

const row = { businessId: column.id, id: column.id };

/** Declares a statement that returns those of the ids that belong to rows of the business. */
export function findIds(
  name: string,
  of: Table<Id>,
): Statement<{ id: string }, { readonly businessId: string; readonly ids: readonly string[] }> {
  return statement({
    name,
    params: { businessId: column.id, ids: column.ids },
    columns: pick(of.columns, "id"),
    sql: `select id from ${of.name} where business_id = $businessId and id = any($ids)`,
  });
}

/** Declares a statement that sets `archived_at` of a row. It returns no row if the row does not exist or is already archived. */
export function archiveRow(
  name: string,
  of: Table<Id>,
): Statement<{ id: string }, RowKey & { readonly now: number }> {
  return statement({
    name,
    params: { ...row, now: column.instant },
    columns: pick(of.columns, "id"),
    sql: `update ${of.name}
          set archived_at = $now, updated_at = $now
          where business_id = $businessId and id = $id and archived_at is null
          returning id`,
  });
}

/** Declares a statement that deletes a row. It returns no row if the row does not exist. */
export function deleteRow(name: string, of: Table<Id>): Statement<{ id: string }, RowKey> {
  return statement({
    name,
    params: row,
    columns: pick(of.columns, "id"),
    sql: `delete from ${of.name} where business_id = $businessId and id = $id returning id`,
  });
}

/** The names of parameters, each with the column that must equal the parameter: `{ businessId: "business_id" }`. */
type Named<C extends column.Columns> = Readonly<Record<string, keyof C & string>>;

type Given<C extends column.Columns, N extends Named<C>> = {
  readonly [P in keyof N]: C[N[P]] extends column.Column<infer T> ? NonNullable<T> : never;
};

/** Declares a statement that reads rows of one table. */
export function selectWhere<C extends column.Columns, const N extends Named<C>, S extends column.Columns = C>(
  name: string,
  from: Table<C>,
  options: {
    readonly where: N;
    /** The columns of a row; default: all. */
    readonly columns?: S;
    /** The SQL after these conditions, such as further conditions, the sort order and the lock. */
    readonly ending?: string;
  },
): Statement<column.RowOf<S>, Given<C, N>> {
  const { where, columns = from.columns, ending = "" } = options;
  return statement({
    name,
    params: given(from, where),
    columns,
    sql: `select ${list(columns)} from ${from.name} where ${equal(where, " and ")} ${ending}`,
  }) as unknown as Statement<column.RowOf<S>, Given<C, N>>;
}

/** Declares a statement that sets columns of the rows whose other columns equal the parameters in `where`. */
export function updateWhere<
  C extends column.Columns,
  const V extends Readonly<Record<string, keyof C & string>>,
  const N extends Named<C>,
>(
  name: string,
  of: Table<C>,
  { set, where }: { readonly set: V; readonly where: N },
): Statement<column.None, Given<C, N> & { readonly [P in keyof V]: column.ValuesOf<C>[V[P]] }> {
  return statement({
    name,
    params: { ...given(of, where), ...valuesFor(of, set) },
    sql: `update ${of.name} set ${equal(set, ", ")} where ${equal(where, " and ")}`,
  }) as never;
}

function valuesFor<C extends column.Columns>(of: Table<C>, named: Named<C>): column.Columns {
  return Object.fromEntries(
    Object.entries(named).map(([param, name]) => [param, of.columns[name] as column.Column<unknown>]),
  );
}

/** Returns the parameters of conditions. They are not nullable, because in SQL a comparison with null is never true. */
function given<C extends column.Columns>(of: Table<C>, named: Named<C>): column.Columns {
  return Object.fromEntries(
    Object.entries(valuesFor(of, named)).map(([param, one]) => [param, { ...one, nullable: false }]),
  );
}

function equal(named: Readonly<Record<string, string>>, separator: string): string {
  return Object.entries(named)
    .map(([param, name]) => `${name} = $${param}`)
    .join(separator);
}

/**
 * Declares a statement that deletes at most `$limit` rows of any businesses, in the order `by`, and returns their number.
 * `where` is the condition on a row. The statement does not lock rows before it deletes them, because a statement over several
 * nodes cannot lock rows (decision 82). The delete repeats the condition instead, so it keeps a row that has changed meanwhile.
 */
export function deleteSome<const P extends column.Columns>(
  name: string,
  options: {
    readonly from: { readonly name: string };
    readonly key: readonly string[];
    readonly params: P;
    readonly where: string;
    readonly by: string;
  },
): Statement<{ deleted: number }, column.ValuesOf<P & { limit: typeof column.integer }>> {
  const { from, key, params, where, by } = options;
  return statement({
    name,
    params: { ...params, limit: column.integer },
    columns: { deleted: column.integer },
    sql: `with old as materialized (
            select ${key.map((each) => `${each} as key_${each}`).join(", ")}
            from ${from.name}
            where ${where}
            order by ${by}
            limit $limit
          ),
          gone as (
            delete from ${from.name}
            using old
            where ${key.map((each) => `${each} = key_${each}`).join(" and ")}
              and ${where}
            returning 1
          )
          select count(*)::integer as deleted
          from gone`,
  }) as unknown as Statement<{ deleted: number }, column.ValuesOf<P & { limit: typeof column.integer }>>;
}
