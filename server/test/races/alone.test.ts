import { afterAll, beforeAll, expect, test } from "vitest";
import { updateResource } from "../../src/features/business/locations/index.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { rounds } from "../fullRun.ts";
import { type House, oneServer } from "./fixture.ts";
import { keepHistory, readHistory } from "./history.ts";
import { type Mix, units } from "./mixes.ts";
import { refusalsAmong, turmoil } from "./turmoil.ts";
import { seeded } from "./wantedVisits.ts";

/** Everything that takes, gives back and covers time in a short day, so that the room is full and its units are short. */
const roomAlone: Mix = {
  ...units,
  deeds: {
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

let house: House;
let transactions = 0;
let tries = 0;
beforeAll(async () => {
  house = await oneServer({
    roomCapacity: 4,
    prepare: keepHistory,
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
}, 60_000);
afterAll(() => house.close(), 60_000);

test("whoever is alone never meets the guard: what fits by the engine fits by the database, however the room shrank and grew", async () => {
  const { salon, database } = house;
  const { below } = seeded(9);
  let toChange = 6;
  const alone: (typeof house.crowd.clients)[number] = async (...order) => {
    if (--toChange === 0) {
      toChange = 1 + below(12);
      const changes = { capacity: 1 + below(4) };
      await database.transaction((tx) =>
        updateResource(tx, salon.businessId, salon.locationId, salon.roomId, changes, systemClock.now()),
      );
    }
    return (house.crowd.clients[0] as typeof alone)(...order);
  };
  const oneCaller = { ...house, crowd: { ...house.crowd, clients: [alone] } };
  const deeds = await turmoil(oneCaller, roomAlone, { deedsEach: rounds(8000), seed: 9 });
  // A guard that refuses is asked again: it would show as a try too many, long before it shows as a failure.
  expect(tries).toBe(transactions);
  expect(
    deeds.filter(({ reply }) => reply.status >= 500),
    house.errors(),
  ).toEqual([]);
  const history = await readHistory(house.connectionString);
  expect(history.some(({ recoloured }) => recoloured.length > 0)).toBe(true);
  expect(refusalsAmong(deeds, salon.roomId)).not.toEqual([]);
}, 240_000);
