import {
  type AnyStatement,
  type Database,
  declaredStatements,
  type Transaction,
} from "../../src/platform/database/index.ts";

/**
 * A planted mistake: the same database, but lock and facts are one statement, composed of the server's own two. It waits for
 * the lock as it should, and then answers from the database snapshot that was taken before it waited.
 */
export function asOneStatement(database: Database): Database {
  const lock = declared("calendar_lock_subjects");
  const facts = declared("calendar_read_claims");
  // The composed statement takes the parameters of the facts; the lock's are among them.
  const positions = Object.keys(facts.params);
  const lockText = lock.text.replaceAll(
    /\$(\d+)/g,
    (_, position) => `$${positions.indexOf(Object.keys(lock.params)[position - 1] ?? "") + 1}`,
  );
  const text = facts.text.replace("where ", "where (select count(*) from locked) >= 0 and ");
  const both: AnyStatement = {
    ...facts,
    name: `${facts.name}_in_one`,
    text: `with locked as materialized (${lockText})\n${text}`,
  };
  const mistaken = (tx: Transaction): Transaction => ({
    ...tx,
    query: async (statement, values) => {
      // The statement of the facts, which follows at once, contains the lock.
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
