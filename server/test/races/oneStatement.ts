import {
  type AnyStatement,
  type Database,
  declaredStatements,
  type Transaction,
} from "../../src/platform/database/index.ts";

/** The statements that lock subjects: `calendar_raise_versions` locks a single subject of a booking in one round trip. */
const LOCKS = ["calendar_lock_subjects", "calendar_raise_versions"];
const CHECK = "calendar_require_free_time";
/** The statements that read or check claims after the lock. */
const READERS = ["calendar_read_claims", "calendar_read_claims_of_subject", CHECK];

/**
 * Wraps a database with a deliberate bug: one statement locks and reads. This statement waits for the lock and then reads from
 * the database snapshot taken before the wait.
 */
export function asOneStatement(database: Database): Database {
  const combined = new Map(READERS.map((name) => [name, lockingToo(declared(name))]));
  // Skips the locking statement, because the following combined statement contains the lock.
  return through(database, (statement) =>
    LOCKS.includes(statement.name) ? undefined : (combined.get(statement.name) ?? statement),
  );
}

/** Wraps a database with a deliberate bug: a booking in one round trip does not check that its time is free. */
export function withoutCheck(database: Database): Database {
  return through(database, (statement) => (statement.name === CHECK ? undefined : statement));
}

/** Adds to a statement the lock of the subjects whose claims it reads. */
function lockingToo(reading: AnyStatement): AnyStatement {
  const positionOf = (param: string) => Object.keys(reading.params).indexOf(param) + 1;
  const subjects = positionOf("subjectIds") > 0 ? "any ($subjectIds::uuid[])" : "$subjectId::uuid";
  const lock = `select id from subjects where business_id = $businessId::uuid and id = ${subjects} order by id for no key update`;
  const lockText = lock.replaceAll(/\$(\w+)/g, (_, param: string) => `$${positionOf(param)}`);
  const text = reading.text.replace("where ", "where (select count(*) from locked) >= 0 and ");
  return {
    ...reading,
    name: `${reading.name}_in_one`,
    text: `with locked as materialized (${lockText})\n${text}`,
  };
}

/** Wraps a database: its transactions send the statement that `replace` returns, or none. */
function through(
  database: Database,
  replace: (statement: AnyStatement) => AnyStatement | undefined,
): Database {
  const replaced = <S>(statement: S) => replace(statement as AnyStatement) as S | undefined;
  const mistaken = (tx: Transaction): Transaction => ({
    ...tx,
    query: async (statement, values) => {
      const sent = replaced(statement);
      return sent === undefined ? [] : tx.query(sent, values);
    },
    write: (statement, values) => {
      const sent = replaced(statement);
      if (sent !== undefined) tx.write(sent, values);
    },
  });
  return { ...database, transaction: (work) => database.transaction((tx) => work(mistaken(tx))) };
}

function declared(name: string): AnyStatement {
  const found = declaredStatements().find((statement) => statement.name === name);
  if (found === undefined) throw new Error(`No statement is named ${name}.`);
  return found;
}
