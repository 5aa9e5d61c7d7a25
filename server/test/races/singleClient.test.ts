import { beforeAll, expect, test } from "vitest";
import { updateResource } from "../../src/features/business/locations/index.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { closedAtEnd } from "../fixtures/closeAtEnd.ts";
import { isFullRun } from "../fullRun.ts";
import { oneServer, type RaceFixture } from "./fixture.ts";
import { readHistory, recordHistory } from "./history.ts";
import { type Mix, units } from "./mixes.ts";
import { refusalsAmong, stress } from "./stress.ts";
import { seeded } from "./wantedAppointments.ts";

/** Operations that take, free and overbook time in a short day, so that all units of the room are taken. */
const roomAlone: Mix = {
  ...units,
  operations: {
    book: 30,
    repeat: 2,
    move: 16,
    force: 8,
    swap: 4,
    resize: 14,
    cancel: 14,
    miss: 8,
    undo: 8,
    block: 3,
    unblock: 4,
  },
  dayMinutes: 480,
};

const OPERATIONS = isFullRun ? 8000 : 400;

let fixture: RaceFixture;
let transactions = 0;
let tries = 0;
beforeAll(async () => {
  fixture = await oneServer({
    roomCapacity: 4,
    prepare: recordHistory,
    through: (database) => ({
      ...database,
      transaction: (work) => {
        transactions++;
        return database.transaction((tx) => {
          tries++;
          return work(tx);
        });
      },
    }),
  });
  closedAtEnd(fixture);
}, 240_000);

test("a single client never hits the exclusion constraint, whatever the capacity changes", async () => {
  const { salon, database } = fixture;
  const { below } = seeded(9);
  let toChange = 6;
  const alone: (typeof fixture.batch.clients)[number] = async (...order) => {
    if (--toChange === 0) {
      toChange = 1 + below(12);
      const changes = { capacity: 1 + below(4) };
      await database.transaction((tx) =>
        updateResource(tx, salon.businessId, salon.locationId, salon.roomId, changes, systemClock.now()),
      );
    }
    return (fixture.batch.clients[0] as typeof alone)(...order);
  };
  const oneCaller = { ...fixture, batch: { ...fixture.batch, clients: [alone] } };
  const operations = await stress(oneCaller, roomAlone, { operationsEach: OPERATIONS, seed: 9 });
  // The server retries a transaction that violates the constraint, so the number of tries shows a violation even if every
  // response succeeds.
  expect(tries).toBe(transactions);
  expect(
    operations.filter(({ reply }) => reply.status >= 500),
    fixture.errors(),
  ).toEqual([]);
  const history = await readHistory(fixture.connectionString);
  expect(history.some(({ movedToUnit }) => movedToUnit.length > 0)).toBe(true);
  expect(refusalsAmong(operations, salon.roomId)).not.toEqual([]);
}, 240_000);
