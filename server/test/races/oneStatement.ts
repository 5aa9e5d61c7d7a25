import {
  type AnyStatement,
  type Database,
  declaredStatements,
  type Transaction,
} from "../../src/platform/database/index.ts";

/**
 * The mistake that the house warns of: the same database, but lock and facts travel as one statement, put together
 * from the server's own two texts. It waits for the lock as it should, and then answers from the snapshot that was
 * taken before it waited.
 */
export function asOneStatement(database: Database): Database {
  const lock = declared("calendar_lock_subjects");
  const facts = declared("calendar_read_claims");
  const text = facts.text.replace("where ", "where (select count(*) from locked) >= 0 and ");
  const both: AnyStatement = {
    ...facts,
    name: `${facts.name}_in_one`,
    text: `with locked as materialized (${lock.text})\n${text}`,
  };
  const mistaken = (tx: Transaction): Transaction => ({
    ...tx,
    query: async (statement, values) => {
      // The facts that follow at once bring the lock with them; both take the business and the subjects first.
      if (statement.name === lock.name) return [];
      return tx.query(statement.name === facts.name ? (both as typeof statement) : statement, values);
    },
  });
  return { ...database, transaction: (work) => database.transaction((tx) => work(mistaken(tx))) };
}

function declared(name: string): AnyStatement {
  const found = declaredStatements().find((statement) => statement.name === name);
  if (found === undefined) throw new Error(`No statement is named ${name}.`);
  return found;
}
