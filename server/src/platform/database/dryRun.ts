import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { refuseExpired } from "../requestTime.ts";
import type { Transaction } from "./database.ts";
import { isRetryable, toApiError } from "./failures.ts";
import { commandOf, type Statement } from "./statement.ts";
import { type Command, type CommandResult, sendAfterFailure } from "./trip.ts";

/** The single connection and open transaction that execute all statements of a dry run. */
export interface DryRunLine {
  query<Row, Values>(statement: Statement<Row, Values>, values: Values): Promise<Row[]>;
  /** Runs `work` between savepoints instead of in a separate transaction. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}

const current = new AsyncLocalStorage<DryRunLine>();

/**
 * Returns whether this code runs in a dry run (decision 45). The statements of a dry run are rolled back, and its code must
 * have no effect outside the process.
 */
export function isDryRun(): boolean {
  return current.getStore() !== undefined;
}

/** Returns the connection of the current dry run; undefined outside a dry run. */
export function dryRunLine(): DryRunLine | undefined {
  return current.getStore();
}

interface Sender {
  readonly send: (command: Command) => Promise<CommandResult>;
  readonly hasSystemClock: boolean;
}

const SAVEPOINT: Command = { text: "savepoint dry_run" };
const ROLLBACK: Command = { text: "rollback to savepoint dry_run" };
/** Checks deferred constraints, such as the constraint against double bookings, as the commit would. */
const RELEASE: readonly Command[] = [
  { text: "set constraints all immediate" },
  { text: "set constraints all deferred" },
  { text: "release savepoint dry_run" },
];
const MAX_ATTEMPTS = 6;

/** Runs `work` as a dry run on an open transaction, which the caller rolls back afterwards. */
export async function inDryRun<T>(sender: Sender, work: () => Promise<T>): Promise<T> {
  const { send, hasSystemClock } = sender;
  let isOver = false;
  let last: Promise<unknown> = Promise.resolve();
  let open = 0;
  const sendPrepared = <Row, Values>(statement: Statement<Row, Values>, values: Values) => {
    if (isOver) throw new Error(`The statement ${statement.name} was sent after the end of its dry run.`);
    return send(commandOf(statement, values));
  };

  /** Runs a single statement. If it fails, the transaction stays usable. */
  async function single<Row, Values>(statement: Statement<Row, Values>, values: Values): Promise<Row[]> {
    if (open > 0) return (await sendPrepared(statement, values)).rows as Row[];
    await send(SAVEPOINT);
    try {
      return (await sendPrepared(statement, values)).rows as Row[];
    } catch (error) {
      await sendAfterFailure(send, ROLLBACK);
      throw error;
    }
  }

  async function attempt<T>(inner: (tx: Transaction) => Promise<T>): Promise<T> {
    let failure: { readonly error: unknown } | undefined;
    const note = (error: unknown) => {
      failure ??= { error };
    };
    let isDone = false;
    const sendWithin = <Row, Values>(statement: Statement<Row, Values>, values: Values) => {
      if (isDone)
        throw new Error(`The statement ${statement.name} was sent after the end of its transaction.`);
      const answered = sendPrepared(statement, values);
      answered.catch(note);
      return answered;
    };
    send(SAVEPOINT).catch(note);
    try {
      const answer = await inner({
        hasSystemClock,
        query: async (statement, values) => (await sendWithin(statement, values)).rows as never,
        write: (statement, values) => void sendWithin(statement, values),
        // A dry run commits nothing, so no listener is called.
        signal: () => undefined,
      });
      isDone = true;
      refuseExpired();
      await Promise.all(RELEASE.map(send));
      if (failure !== undefined) throw (failure as { readonly error: unknown }).error;
      return answer;
    } catch (error) {
      isDone = true;
      await sendAfterFailure(send, ROLLBACK);
      throw failure === undefined ? error : (failure as { readonly error: unknown }).error;
    }
  }

  /** Like `Database.transaction`, but runs one transaction at a time, because savepoints can nest but not interleave. */
  async function transaction<T>(inner: (tx: Transaction) => Promise<T>): Promise<T> {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    open += 1;
    try {
      for (let number = 1; ; number++) {
        try {
          return await attempt(inner);
        } catch (error) {
          if (number === MAX_ATTEMPTS || !isRetryable(error)) throw toApiError(error);
          await pause(Math.random() * 3 ** number);
        }
      }
    } finally {
      open -= 1;
      resolve();
    }
  }

  try {
    const query: DryRunLine["query"] = async (statement, values) => {
      try {
        return await single(statement, values);
      } catch (error) {
        throw toApiError(error);
      }
    };
    return await current.run({ query, transaction }, work);
  } finally {
    isOver = true;
  }
}
