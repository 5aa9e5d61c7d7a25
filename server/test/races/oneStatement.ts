import {
  type AnyStatement,
  type Database,
  declaredStatements,
  type Transaction,
} from "../../src/platform/database/index.ts";

/**
 * Wraps a database with a deliberate bug: one statement locks and reads. This statement waits for the lock and then reads from
 * the database snapshot taken before the wait.
 */
export function asOneStatement(database: Database): Database {
  const lock = declared("calendar_lock_subjects");
  const facts = declared("calendar_read_claims");
  // The combined statement has the parameters of the reading statement, which include those of the locking statement.
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
      // Skips the locking statement, because the following combined statement contains the lock.
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
