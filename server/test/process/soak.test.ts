import { expect, test } from "vitest";
import { systemClock } from "../../src/kernel/clock.ts";
import { testDatabase } from "../fixtures/database.ts";
import { createSalon } from "../fixtures/salon.ts";
import { sql } from "../fixtures/sql.ts";
import { isFullRun } from "../fullRun.ts";
import { newDataFolder, startServer } from "./daybook.ts";

const MINUTE_MS = 60_000;
const WARM_UP_MS = 2 * MINUTE_MS;
const SOAK_MS = 10 * MINUTE_MS;
const CALLERS = 8;
const MIB = 1024 ** 2;
/**
 * The maximum memory growth in MiB between the end of the warm-up and the end of the run. Most of the growth is uncollected
 * garbage.
 */
const MAX_GROWTH_MIB = 40;
/** The maximum number of database connections of a server, inside and outside its pool. */
const MAX_CONNECTIONS = 12;

// Runs only in full runs, because shorter runs do not reveal leaks.
test.runIf(isFullRun)(
  "ten minutes of booking and cancelling leave the server's memory and connections as they were after two",
  async () => {
    const dataDir = newDataFolder();
    const database = await testDatabase({ poolSize: 1 });
    const server = await startServer(dataDir, {
      command: "web",
      DATABASE_URL: database.connectionString,
      DAYBOOK_SECRET: "s".repeat(32),
      DAYBOOK_RATE_LIMIT_PER_MINUTE: "0",
    });
    const salon = await createSalon(database, systemClock);
    const authorization = `Bearer ${salon.key}`;
    const failures: string[] = [];
    let requests = 0;
    const call = async (method: string, path: string, body?: object) => {
      const answer = await fetch(`${server.address}/api/v1/businesses/${salon.businessId}${path}`, {
        method,
        headers: { authorization, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      requests++;
      if (answer.status >= 300) failures.push(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
      return (JSON.parse(text) as { data: { id: string } }).data;
    };
    /** Books and cancels in an hour that other callers do not use, so that every request succeeds. */
    const bookAndCancel = async (caller: number, turn: number) => {
      const starts_at = new Date(Date.UTC(2027, 2, 1 + (turn % 300), 8 + caller)).toISOString();
      const booked = await call("POST", "/appointments", {
        location_id: salon.locationId,
        client_id: salon.clientId,
        starts_at,
        items: [{ service_id: salon.cut, staff_id: salon.anna }],
      });
      await call("GET", `/appointments/${booked.id}`);
      await call(
        "GET",
        `/appointments?location_id=${salon.locationId}&from=2027-03-01T00:00:00Z&to=2027-03-08T00:00:00Z`,
      );
      await call("POST", `/appointments/${booked.id}/transitions`, { to: "cancelled", notify_client: false });
    };
    const workUntil = (endAt: number) =>
      Promise.all(
        Array.from({ length: CALLERS }, async (_, caller) => {
          for (let turn = 0; performance.now() < endAt && failures.length === 0; turn++)
            await bookAndCancel(caller, turn);
        }),
      );
    const memoryMiB = async () => {
      const page = await (await fetch(`${server.address}/metrics`)).text();
      return Number(/^process_resident_memory_bytes (\S+)/m.exec(page)?.[1]) / MIB;
    };

    await workUntil(performance.now() + WARM_UP_MS);
    const before = await memoryMiB();
    await workUntil(performance.now() + SOAK_MS);
    const after = await memoryMiB();
    expect(failures).toEqual([]);
    expect(requests).toBeGreaterThan(10_000);
    expect(after - before).toBeLessThan(MAX_GROWTH_MIB);
    const [{ count = 0 } = {}] = await sql(database)<{ count: number }>`
      select count(*)::integer from pg_stat_activity
      where datname = current_database() and application_name = 'daybook'`;
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(MAX_CONNECTIONS);

    expect(await server.stop()).toBe(0);
    expect(server.errors()).not.toMatch(/error/i);
  },
  WARM_UP_MS + SOAK_MS + 3 * MINUTE_MS,
);
