import { type Column, type Columns, type None, rows, type ValuesOf } from "./column.ts";
import { type Statement, statement } from "./statement.ts";

/** A table with its columns and the only feature that may write to it. */
export interface Table<C extends Columns> {
  readonly name: string;
  /** `group/feature` or `platform/folder`. Only statements in this folder may write to or name the table. */
  readonly owner: string;
  readonly columns: C;
}

/** The columns of a table that other features may read, as a subselect: `from ${serviceNames} as service`. */
export interface View<C extends Columns> {
  readonly table: string;
  readonly columns: C;
  toString(): string;
}

const tables = new Map<string, Table<Columns>>();
const views = new Set<string>();

/** Declares a table. A test compares the columns with the migrated database and fails for an undeclared table. */
export function table<const C extends Columns>(name: string, owner: string, columns: C): Table<C> {
  if (tables.has(name)) throw new Error(`The table ${name} is declared twice.`);
  const made = { name, owner, columns };
  tables.set(name, made);
  return made;
}

/** Declares the columns of a table that other features may read. PostgreSQL plans the subselect like the table. */
export function view<C extends Columns, const K extends keyof C & string>(
  of: Table<C>,
  ...names: readonly K[]
): View<Pick<C, K>> {
  const text = `(select ${names.join(", ")} from ${of.name})`;
  views.add(text);
  return { table: of.name, columns: pick(of.columns, ...names), toString: () => text };
}

/** Declares a view with computed columns: `select` is its select list. */
export function computedView<const V extends Columns>(
  of: Table<Columns>,
  columns: V,
  select: string,
): View<V> {
  const text = `(select ${select} from ${of.name})`;
  views.add(text);
  return { table: of.name, columns, toString: () => text };
}

export function declaredTables(): readonly Table<Columns>[] {
  return [...tables.values()];
}

/** Returns the SQL without its views, so that only directly named tables remain. */
export function withoutViews(sql: string): string {
  return [...views].reduce((text, each) => text.replaceAll(each, "(a view)"), sql);
}

export function pick<C extends Columns, const K extends keyof C & string>(
  columns: C,
  ...names: readonly K[]
): Pick<C, K> {
  return Object.fromEntries(names.map((name) => [name, columns[name]])) as unknown as Pick<C, K>;
}

export function omit<C extends Columns, const K extends keyof C & string>(
  columns: C,
  ...names: readonly K[]
): Omit<C, K> {
  const left = Object.entries(columns).filter(([name]) => !(names as readonly string[]).includes(name));
  return Object.fromEntries(left) as unknown as Omit<C, K>;
}

/**
 * Returns null for each nullable column, as defaults of a new row, so that code that creates rows need not change for a new nullable
 * column.
 */
export function nullsOf<const C extends Columns>(
  columns: C,
): { readonly [K in keyof C as C[K] extends Column<infer T> ? (null extends T ? K : never) : never]: null } {
  const names = Object.keys(columns).filter((name) => columns[name]?.nullable);
  return Object.fromEntries(names.map((name) => [name, null])) as never;
}

/** Returns the columns with prefixed names, matching a `list` with the same prefix. */
export function prefixed<C extends Columns, const P extends string>(
  columns: C,
  prefix: P,
): { readonly [K in keyof C & string as `${P}${K}`]: C[K] } {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [prefix + name, column]),
  ) as never;
}

/** Returns a select list in the order of the columns: `service.id, service.name`, or with a prefix `item.id as item_id`. */
export function list(columns: Columns, alias?: string, prefix = ""): string {
  return Object.keys(columns)
    .map(
      (name) =>
        (alias === undefined ? name : `${alias}.${name}`) + (prefix === "" ? "" : ` as ${prefix}${name}`),
    )
    .join(", ");
}

/** Returns the columns as parameters: `$name, $position`. */
export function parameters(columns: Columns): string {
  return Object.keys(columns)
    .map((name) => `$${name}`)
    .join(", ");
}

/** Returns assignments, `name = $name, position = $position`; from a row source, `name = change.name`. */
export function assignments(columns: Columns, source?: string): string {
  return Object.keys(columns)
    .map((name) => `${name} = ${source === undefined ? `$${name}` : `${source}.${name}`}`)
    .join(", ");
}

/** Returns a row source for a parameter declared by `rows`: `from ${recordset("items", columns, "item")}`. */
export function recordset(param: string, columns: Columns, alias: string): string {
  const types = Object.entries(columns).map(([name, { cast }]) => `${name} ${cast}`);
  return `jsonb_to_recordset($${param}) as ${alias} (${types.join(", ")})`;
}

/**
 * Declares a statement that inserts one row with these columns (default: all columns of the table). Omitted columns get their defaults.
 */
export function insertInto<C extends Columns, S extends Columns = C>(
  name: string,
  into: Table<C>,
  columns: S = into.columns as unknown as S,
  ending = "",
): Statement<None, ValuesOf<S>> {
  return statement({
    name,
    params: columns,
    sql: `insert into ${into.name} (${list(columns)}) values (${parameters(columns)}) ${ending}`,
  }) as unknown as Statement<None, ValuesOf<S>>;
}

/** Declares a statement that inserts any number of rows with these columns (default: all columns of the table). */
export function insertRows<C extends Columns, S extends Columns = C>(
  name: string,
  into: Table<C>,
  columns: S = into.columns as unknown as S,
  ending = "",
): Statement<None, { readonly rows: readonly ValuesOf<S>[] }> {
  return statement({
    name,
    params: { rows: rows(columns) as Column<unknown> },
    sql: `insert into ${into.name} (${list(columns)})
          select ${list(columns, "row")} from ${recordset("rows", columns, "row")} ${ending}`,
  }) as unknown as Statement<None, { readonly rows: readonly ValuesOf<S>[] }>;
}

/** Declares a statement that updates these columns of the row with the given `business_id` and `id`. */
export function updateRow<
  C extends Columns & { readonly business_id: Column<string>; readonly id: Column<string> },
  S extends Columns,
>(
  name: string,
  of: Table<C>,
  columns: S,
): Statement<None, ValuesOf<S & { business_id: Column<string>; id: Column<string> }>> {
  return statement({
    name,
    params: { business_id: of.columns.business_id, id: of.columns.id, ...columns },
    sql: `update ${of.name} set ${assignments(columns)} where business_id = $business_id and id = $id`,
  }) as unknown as Statement<None, ValuesOf<S & { business_id: Column<string>; id: Column<string> }>>;
}

/** Declares a statement that deletes the rows whose columns `keys` equal the parameters. */
export function deleteWhere<C extends Columns, const K extends keyof C & string>(
  name: string,
  from: Table<C>,
  ...keys: readonly K[]
): Statement<None, ValuesOf<Pick<C, K>>> {
  const conditions = keys.map((key) => `${key} = $${key}`);
  return statement({
    name,
    params: pick(from.columns, ...keys),
    sql: `delete from ${from.name} where ${conditions.join(" and ")}`,
  }) as unknown as Statement<None, ValuesOf<Pick<C, K>>>;
}
