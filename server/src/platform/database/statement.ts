/**
 * SQL written by hand, named, and checked. A statement declares the columns it answers; a test prepares every
 * declared statement on the migrated database and compares names, types and nullability, so that a row type
 * here cannot drift from the schema (docs/decisions/0004).
 */
export interface Statement<Row> {
  /** Unique in the process: the name of the server-side prepared statement. */
  readonly name: string;
  readonly text: string;
  readonly columns: Columns;
  /** Only for the type checker. */
  readonly row?: Row;
}

/** How a column arrives in TypeScript, and which PostgreSQL types (by OID) may stand behind it. */
export interface Column<T> {
  readonly oids: readonly number[];
  readonly nullable: boolean;
  readonly type?: T;
}

export type Columns = Readonly<Record<string, Column<unknown>>>;
export type RowOf<C extends Columns> = { -readonly [K in keyof C]: C[K] extends Column<infer T> ? T : never };

function column<T>(...oids: number[]): Column<T> {
  return { oids, nullable: false };
}

export const id: Column<string> = column(2950);
export const text: Column<string> = column(25, 1043);
export const integer: Column<number> = column(20, 21, 23);
export const flag: Column<boolean> = column(16);
/** Milliseconds since the epoch. */
export const instant: Column<number> = column(1184);
/** `YYYY-MM-DD`. */
export const date: Column<string> = column(1082);
export const ids: Column<string[]> = column(2951);
export const texts: Column<string[]> = column(1009);
export const instants: Column<number[]> = column(1185);
/** Bytes, as they are. */
export const bytes: Column<Buffer> = column(17);

/** A JSON document whose shape the writer guarantees. */
export function json<T>(): Column<T> {
  return column(114, 3802);
}

/** A text column that a check constraint limits to these words. */
export function oneOf<const T extends string>(..._words: readonly T[]): Column<T> {
  return column(25);
}

export function nullable<T>(inner: Column<T>): Column<T | null> {
  return { oids: inner.oids, nullable: true };
}

const declared = new Map<string, Statement<unknown>>();

/** Declares a statement. Two of one name would share a prepared statement, so the second one stops the start. */
export function statement<const C extends Columns>(
  name: string,
  columns: C,
  sql: string,
): Statement<RowOf<C>> {
  if (declared.has(name)) throw new Error(`Two statements are named ${name}.`);
  const made: Statement<RowOf<C>> = { name, text: sql, columns };
  declared.set(name, made);
  return made;
}

/** Every statement of the modules loaded so far, for the check against the database. */
export function declaredStatements(): readonly Statement<unknown>[] {
  return [...declared.values()];
}
