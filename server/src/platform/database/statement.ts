import type { Columns, Encoder, None, RowOf, ValuesOf } from "./column.ts";
import type { Command } from "./trip.ts";

/**
 * Hand-written SQL with a name, its parameters and its result columns. A test prepares every declared statement on the
 * migrated database and compares names, types and nullability with the declaration (docs/decisions/0004).
 */
export interface Statement<Row, Values = never> {
  /** The name of the server-side prepared statement, unique in the process. */
  readonly name: string;
  /** The SQL that is sent to PostgreSQL, with positions (`$1`) instead of names. */
  readonly text: string;
  readonly columns: Columns;
  /** Whether the statement has columns. */
  readonly returnsRows: boolean;
  /** The parameters, in the order of their positions. */
  readonly params: Columns;
  /** Whether each execution uses a custom plan. Otherwise PostgreSQL may use one generic plan for all parameter values. */
  readonly plansForValues: boolean;
  /** Whether the statement is sent in one trip with the other lookups of the same turn of the event loop (`lookUps.ts`). */
  readonly isLookUp: boolean;
  /** Returns the values of the parameters, in the order of their positions. */
  readonly valuesOf: (values: Values) => unknown[];
  /** Used by the type checker only. */
  readonly row?: Row;
}

/** A statement with any row and parameter types, for lists and checks. The type does not allow callers to run the statement. */
export type AnyStatement = Statement<unknown, never>;

interface Declaration<P extends Columns, C extends Columns> {
  /** The name, `<feature>_<verb>_<object>`, in snake_case. */
  readonly name: string;
  /** The parameters, used as `$name` in the SQL. Every parameter must be used, and every `$name` declared. */
  readonly params?: P;
  /** The columns of a result row in order; absent if the statement returns no rows. */
  readonly columns?: C;
  /**
   * Forces a custom plan for each execution, which costs about 1 ms. Use this for statements whose best plan depends on the
   * parameter values, such as the sums over a day or a year: after five executions PostgreSQL may switch to a generic plan,
   * which is fast only for a few rows.
   */
  readonly plansForValues?: boolean;
  /**
   * Outside a transaction, sends the statement in one trip with the other lookups of the same turn of the event loop. Use this
   * for reads of few rows by key, because a trip takes as long as its slowest statement.
   */
  readonly isLookUp?: boolean;
  readonly sql: string;
}

const declared = new Map<string, AnyStatement>();

/**
 * Declares a statement. Every `$name` becomes a position with a cast to the declared type: `$startsAt` becomes `$3::timestamptz`.
 *
 * @throws when the process starts, if another statement has the same name (both would share one prepared statement) or a parameter is
 * undeclared or unused.
 */
export function statement<const P extends Columns = None, const C extends Columns = None>(
  declaration: Declaration<P, C>,
): Statement<RowOf<C>, ValuesOf<P>> {
  const { name } = declaration;
  if (declared.has(name)) throw new Error(`Two statements are named ${name}.`);
  const made = compiled(declaration);
  declared.set(name, made as AnyStatement);
  return made as Statement<RowOf<C>, ValuesOf<P>>;
}

function compiled({
  name,
  params = {},
  columns = {},
  plansForValues = false,
  isLookUp = false,
  sql,
}: Declaration<Columns, Columns>) {
  const positions = new Map<string, number>();
  const text = sql.replaceAll(/\$(\w+)/g, (_, param: string) => {
    const column = params[param];
    if (column === undefined)
      throw new Error(`The statement ${name} uses $${param}, which it does not declare.`);
    const position = positions.get(param) ?? positions.size + 1;
    positions.set(param, position);
    return `$${position}::${column.cast}`;
  });
  const unused = Object.keys(params).filter((param) => !positions.has(param));
  if (unused.length > 0)
    throw new Error(`The statement ${name} declares $${unused.join(", $")}, which it does not use.`);
  const names = [...positions.keys()];
  const encoders = names.map((param) => params[param]?.encode as Encoder | undefined);
  const valuesOf = (values: Readonly<Record<string, unknown>>) =>
    names.map((param, index) => {
      const value = values[param];
      const encode = encoders[index];
      return encode === undefined || value === null ? value : encode(value);
    });
  const byPosition = Object.fromEntries(names.map((param) => [param, params[param]])) as Columns;
  const returnsRows = Object.keys(columns).length > 0;
  return { name, text, columns, returnsRows, params: byPosition, plansForValues, isLookUp, valuesOf };
}

/** Returns a statement with its values, as a connection sends it. */
export function commandOf<Values>(statement: Statement<unknown, Values>, values: Values): Command {
  const { name, text, returnsRows, plansForValues } = statement;
  const command = { text, values: statement.valuesOf(values), returnsRows };
  return plansForValues ? command : { name, ...command };
}

/** Returns all statements of the modules loaded so far, for the check against the database. */
export function declaredStatements(): readonly AnyStatement[] {
  return [...declared.values()];
}
