import { Socket } from "node:net";
import { buildApp } from "../../../server/src/app.ts";
import { systemClock } from "../../../server/src/kernel/clock.ts";
import { column, openDatabase, statement } from "../../../server/src/platform/database/index.ts";

/** The database work of one booking, counted on the sockets and by PostgreSQL. */
export interface Trips {
  readonly roundTrips: number;
  readonly socketWrites: number;
  /** The number of statements that PostgreSQL planned for the booking, instead of using a cached plan. */
  readonly plannedStatements: number;
  /** The names of the statements that PostgreSQL planned. */
  readonly plannedNames: readonly string[];
}

const BOOKINGS = 50;
/**
 * The number of bookings before the measurement. The bookings execute each prepared statement more than five times, because
 * PostgreSQL decides only after five executions whether to cache the plan.
 */
const FIRST_BOOKINGS = 20;

const readPlans = statement({
  name: "bench_read_plans",
  columns: { name: column.text, planned: column.integer },
  sql: `select name, custom_plans as planned
        from pg_prepared_statements
        where custom_plans > 0 and name <> 'bench_read_plans'
        order by name`,
});

/**
 * Books appointments one after another in this process, on one connection, and returns the averages per booking. `request`
 * returns the body of the nth booking.
 */
export async function countTrips(
  connectionString: string,
  { path, key, request }: { path: string; key: string; request: (nth: number) => object },
): Promise<Trips> {
  const database = openDatabase({ connectionString, poolSize: 1 });
  const app = await buildApp({ database, clock: systemClock });
  let nth = 0;
  const bookTimes = async (times: number) => {
    for (let i = 0; i < times; i++) {
      const headers = { authorization: `Bearer ${key}` };
      const { statusCode, body } = await app.inject({
        method: "POST",
        url: path,
        headers,
        payload: request(nth++),
      });
      if (statusCode !== 201) throw new Error(`a booking answered ${statusCode}: ${body}`);
    }
  };
  const planned = async () =>
    new Map((await database.query(readPlans, {})).map((row) => [row.name, row.planned]));
  try {
    await bookTimes(FIRST_BOOKINGS);
    const before = await planned();
    const counter = watchSockets();
    await bookTimes(BOOKINGS);
    const { writes, trips } = counter.stop();
    const added = [...(await planned())].map(
      ([name, count]) => [name, count - (before.get(name) ?? 0)] as const,
    );
    return {
      plannedStatements: added.reduce((sum, [, count]) => sum + count, 0) / BOOKINGS,
      plannedNames: added.filter(([, count]) => count > 0).map(([name]) => name),
      socketWrites: writes / BOOKINGS,
      roundTrips: trips / BOOKINGS,
    };
  } finally {
    await app.close();
    await database.close();
  }
}

/**
 * Counts two numbers for each transaction, from the write that contains `begin` to the write that contains `commit`: the writes to all
 * sockets, and the round trips, which are the writes that follow a response on the same socket.
 */
function watchSockets() {
  const { prototype } = Socket as unknown as { prototype: Record<string, (...args: unknown[]) => unknown> };
  const original = { write: prototype._write, writev: prototype._writev };
  const answered = new WeakSet<Socket>();
  const watched = new WeakSet<Socket>();
  let writes = 0;
  let trips = 0;
  let isOpen = false;
  const count = (socket: Socket, text: string) => {
    if (!watched.has(socket)) {
      watched.add(socket);
      answered.add(socket);
      socket.prependListener("data", () => void answered.add(socket));
    }
    if (text.includes("\0begin\0")) isOpen = true;
    if (isOpen) {
      writes++;
      if (answered.has(socket)) trips++;
    }
    answered.delete(socket);
    if (text.includes("\0commit\0")) isOpen = false;
  };
  prototype._write = function (this: Socket, chunk: unknown, ...rest: unknown[]) {
    count(this, String(chunk));
    return original.write?.call(this, chunk, ...rest);
  };
  prototype._writev = function (this: Socket, chunks: unknown, ...rest: unknown[]) {
    count(this, (chunks as { chunk: unknown }[]).map(({ chunk }) => String(chunk)).join(""));
    return original.writev?.call(this, chunks, ...rest);
  };
  return {
    stop() {
      Object.assign(prototype, { _write: original.write, _writev: original.writev });
      return { writes, trips };
    },
  };
}
