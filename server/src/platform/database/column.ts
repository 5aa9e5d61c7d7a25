/**
 * A column or parameter: its TypeScript type, its possible PostgreSQL types (by OID), and the encoding of its values. One declaration
 * serves as table column, result column and parameter, so that the three always agree.
 */
export interface Column<T> {
  readonly oids: readonly number[];
  /**
   * The PostgreSQL type to which the SQL casts the parameter. If the SQL uses the parameter as another type, preparing the
   * statement fails.
   */
  readonly cast: string;
  readonly nullable: boolean;
  /** Whether the SQL excludes null with `<column> is not null`. If true, a test of all statements requires this condition. */
  readonly isFiltered?: boolean;
  /** The values that a check constraint allows. */
  readonly words?: readonly string[];
  /** Encodes a non-null value before it is sent; if absent, the value is sent unchanged. */
  readonly encode?: (value: never) => unknown;
  /** Used by the type checker only. */
  readonly type?: T;
}

export type Columns = Readonly<Record<string, Column<unknown>>>;
/** The columns or parameters of a statement that has none. */
export type None = Record<never, never>;

/** A row in the result of a query. */
export type RowOf<C extends Columns> = { -readonly [K in keyof C]: C[K] extends Column<infer T> ? T : never };

/** Parameter values: the types of a row, with lists that may be readonly. */
export type ValuesOf<C extends Columns> = {
  readonly [K in keyof C]: C[K] extends Column<infer T> ? Accepted<T> : never;
};
type Accepted<T> = T extends readonly (infer E)[] ? readonly E[] : T;

function column<T>(cast: string, ...oids: number[]): Column<T> {
  return { oids, cast, nullable: false };
}

const isoText = (at: number) => new Date(at).toISOString();

export const id: Column<string> = column("uuid", 2950);
export const text: Column<string> = column("text", 25, 1043);
/** A column of any integer type. Values are sent as bigint, which PostgreSQL converts on assignment. */
export const integer: Column<number> = column("bigint", 20, 21, 23);
export const flag: Column<boolean> = column("boolean", 16);
/** An instant in milliseconds since the epoch. */
export const instant: Column<number> = { ...column("timestamptz", 1184), encode: isoText };
/** A date, `YYYY-MM-DD`. */
export const date: Column<string> = column("date", 1082);
/** A number with a fractional part. */
export const real: Column<number> = column("double precision", 701);
/** A wall time without a time zone, `YYYY-MM-DD HH:MM`. */
export const wallTime: Column<string> = column("timestamp", 1114);
export const ids: Column<string[]> = column("uuid[]", 2951);
export const texts: Column<string[]> = column("text[]", 1009);
export const integers: Column<(number | null)[]> = column("bigint[]", 1016, 1007);
export const flags: Column<boolean[]> = column("boolean[]", 1000);
export const dates: Column<string[]> = column("date[]", 1182);
export const instants: Column<number[]> = {
  ...column("timestamptz[]", 1185),
  encode: (all: readonly number[]) => all.map(isoText),
};
export const bytes: Column<Buffer> = column("bytea", 17);
export const byteLists: Column<Buffer[]> = column("bytea[]", 1001);

/** Declares a JSON document. PostgreSQL does not check its structure, so every writer must send a `T`. */
export function json<T>(): Column<T> {
  return { ...column<T>("jsonb", 114, 3802), encode: (value: unknown) => JSON.stringify(value) };
}

/** Declares a text column that a check constraint limits to these values. */
export function oneOf<const T extends string>(...words: readonly T[]): Column<T> {
  return { ...column<T>("text", 25), words };
}

/** Declares a column without an equivalent TypeScript type. Its values are PostgreSQL's text output. */
export function textOf(cast: string, oid: number): Column<string> {
  return column(cast, oid);
}

export function nullable<T>(inner: Column<T>): Column<T | null> {
  return { ...inner, nullable: true };
}

/** Declares a nullable column in the result of a statement that excludes null with `<column> is not null`. */
export function notNull<T>(inner: Column<T | null>): Column<T> {
  return { ...inner, nullable: false, isFiltered: true } as Column<T>;
}

/**
 * Declares one parameter for a list of rows with these columns, which `recordset` reads in SQL. The prepared statement is the same for
 * any number of rows. Columns of bytes are not supported.
 */
export function rows<const C extends Columns>(columns: C): Column<ValuesOf<C>[]> {
  const encoders = Object.entries(columns).map(([name, { encode }]) => {
    // A JSON column is nested in the document as a value, not as text.
    const isJson = columns[name]?.cast === "jsonb";
    return [name, isJson ? undefined : (encode as Encoder | undefined)] as const;
  });
  const encoded = (row: Readonly<Record<string, unknown>>) => {
    const out: Record<string, unknown> = {};
    for (const [name, encode] of encoders) {
      const value = row[name];
      out[name] = encode === undefined || value === null ? value : encode(value);
    }
    return out;
  };
  return {
    ...column("jsonb", 3802),
    encode: (all: readonly Readonly<Record<string, unknown>>[]) => JSON.stringify(all.map(encoded)),
  };
}

export type Encoder = (value: unknown) => unknown;
