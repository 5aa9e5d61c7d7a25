import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MAX_CONCURRENCY } from "../../src/features/webhooks/delivery/deliverer.ts";
import { isFullRun } from "../fullRun.ts";
import { descendantsOf } from "../process/daybook.ts";
import { COMPLETE, deliveryReportOf, everythingDelivered, pairOf, writtenEvents } from "./deliveryReport.ts";
import { openInstallation, subscribe } from "./fixture.ts";
import { openReceiverServer, type ReceiverServer } from "./receiverServer.ts";

let fixture: Awaited<ReturnType<typeof openInstallation>>;
let receivers: ReceiverServer;
beforeEach(async () => {
  receivers = await openReceiverServer();
  fixture = await openInstallation();
});
afterEach(async () => {
  await fixture.close();
  receivers.close();
});

/** The number of restarts. At least two restarts are required: one after a kill and one after a normal stop. */
const RESTARTS = isFullRun ? 10 : 2;
/** The number of clients created, and of deliveries received, before each restart. */
const GROWTH = isFullRun ? 40 : 12;
const CALLERS = 8;
const NAMES = isFullRun ? ["one", "two", "three", "four"] : ["one", "two"];
/**
 * The number of pending deliveries at which callers wait. Without this limit, a slow machine would need minutes to send the
 * remaining deliveries.
 */
const MAX_PENDING = isFullRun ? 400 : 60;

test(`a database that is restarted ${RESTARTS} times under load, after a stop or a kill, loses no acknowledged write and no event`, async () => {
  const salon = await fixture.newSalon();
  for (const name of NAMES) await subscribe(salon, receivers, name);
  const worker = await fixture.startWorker();

  const acknowledged: string[] = [];
  const strange: number[] = [];
  let isOver = false;
  const pending = () => acknowledged.length * NAMES.length - receivers.deliveries.length;
  const load = Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      while (!isOver) {
        await vi.waitUntil(() => isOver || pending() < MAX_PENDING, { timeout: 120_000 });
        const answer = await salon.call("POST", "/clients", { first_name: `Ada ${caller}` });
        if (answer.status === 201) acknowledged.push(answer.data.id);
        else if (answer.status !== 503) strange.push(answer.status);
        // A 503 means that the database is not available.
        else await vi.waitUntil(isReady, { timeout: 120_000, interval: 50 });
      }
    }),
  );
  const grown = (by: number) => {
    const before = [acknowledged.length, receivers.deliveries.length] as const;
    return vi.waitUntil(
      () => acknowledged.length >= before[0] + by && receivers.deliveries.length >= before[1] + by,
      { timeout: 120_000 },
    );
  };
  let maxInFlight = 0;
  for (let nth = 0; nth < RESTARTS; nth++) {
    // Kills or stops the database while events are written and sent.
    await grown(GROWTH);
    maxInFlight += NAMES.length * MAX_CONCURRENCY;
    process.kill(databaseBelow(fixture.server.child.pid as number), nth % 2 === 0 ? "SIGKILL" : "SIGINT");
    await vi.waitUntil(() => recoveries() > nth, { timeout: 120_000 });
  }
  await grown(GROWTH);
  isOver = true;
  await load;
  await everythingDelivered(fixture.database, 180_000);

  expect(strange).toEqual([]);
  expect(receivers.refused).toEqual([]);
  const written = await writtenEvents(fixture.database, salon.salon.businessId);
  const { repeated, ...report } = deliveryReportOf(receivers, NAMES, written);
  expect(report).toEqual(COMPLETE);
  const delivered = new Set(
    receivers.deliveries.map(({ name, body }) =>
      pairOf(name, (JSON.parse(body) as { data: { id: string } }).data.id),
    ),
  );
  const missing = NAMES.flatMap((name) => acknowledged.filter((id) => !delivered.has(pairOf(name, id))));
  expect(missing).toEqual([]);
  // Up to ten deliveries per endpoint may have been in flight at each restart.
  expect(repeated.length).toBeLessThanOrEqual(maxInFlight);
  // The same worker has run during all restarts of the database.
  expect(worker.child.exitCode).toBeNull();
}, 600_000);

const isReady = async () => (await fetch(`${fixture.server.address}/health/ready`)).ok;
const recoveries = () => fixture.server.errors().split("The database is running again.").length - 1;

function databaseBelow(launcherPid: number): number {
  const found = descendantsOf(launcherPid).find(({ command }) => /bin\/postgres -D/.test(command));
  if (!found) throw new Error("There is no database below the launcher.");
  return found.pid;
}
