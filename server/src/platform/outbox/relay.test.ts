import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type BusinessWithKey, businessWithApiKey } from "../../../test/fixtures/businessWithApiKey.ts";
import { isCluster, testDatabase } from "../../../test/fixtures/database.ts";
import { settle } from "../../../test/fixtures/settle.ts";
import { sql } from "../../../test/fixtures/sql.ts";
import { systemClock } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { openDatabase, type Reader, type Transaction } from "../database/index.ts";
import {
  type EventConsumer,
  openRelay,
  pauseRelay,
  type Relay,
  relayLag,
  type SequencedEvent,
} from "./relay.ts";
import { publishedBodies } from "./table.ts";
import { writeEvent } from "./writeEvent.ts";

let business: BusinessWithKey;
let relays: Relay[];
let consumed: SequencedEvent[];

const database = await testDatabase({ poolSize: 16 });
beforeEach(async () => {
  business = await businessWithApiKey(database);
  relays = [];
  consumed = [];
});
afterEach(async () => {
  for (const relay of relays) await relay.close();
  await settle(database);
});

const listening: EventConsumer = {
  name: "test",
  consume: async (_tx, events) => void consumed.push(...events),
};

function relayWith(consumers: readonly EventConsumer[] = [listening], runsByItself = false): Relay {
  const log = (_message: string, error: unknown) => {
    if (!String(error).includes("on purpose")) throw error;
  };
  const relay = openRelay({ database, consumers, log, runsByItself });
  relays.push(relay);
  return relay;
}

function publishEvent(
  tx: Transaction,
  businessId = business.businessId,
  label = "",
  at = Date.UTC(2027, 2, 1),
): void {
  const id = newId();
  writeEvent(tx, businessId, "full", {
    type: "client.created",
    at,
    data: { id, label },
    ids: { id },
  });
}

const readEvents = (reader: Reader, businessId: string) =>
  sql(reader)<{ id: string; sequence: number | null; client_id: string | null }>`
    select id, sequence, client_id
    from events
    where business_id = ${businessId}
    order by sequence nulls last, id`;
const sequences = async (businessId = business.businessId) =>
  (await readEvents(database, businessId)).map(({ sequence }) => sequence);
const labels = async () =>
  (
    await sql(database)<{ label: string }>`
    select coalesce(body_full::jsonb -> 'data' ->> 'label', '') as label
    from events join ${publishedBodies} as bodies using (business_id, id)
    where business_id = ${business.businessId}
    order by sequence`
  ).map(({ label }) => label);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test("events are numbered 1, 2, 3 … in each business, and consumed once, in this order", async () => {
  const otherBusiness = await businessWithApiKey(database);
  for (const businessId of [business.businessId, otherBusiness.businessId, business.businessId])
    await database.transaction(async (tx) => {
      publishEvent(tx, businessId);
      publishEvent(tx, businessId);
    });
  await settle(database, [listening]);
  expect(await sequences()).toEqual([1, 2, 3, 4]);
  expect(await sequences(otherBusiness.businessId)).toEqual([1, 2]);
  const consumedOfBusiness = consumed.filter(({ businessId }) => businessId === business.businessId);
  const rows = await readEvents(database, business.businessId);
  expect(consumedOfBusiness).toEqual(
    rows.map(({ id, sequence }) => ({
      businessId: business.businessId,
      id,
      type: "client.created",
      sequence,
      appointmentId: null,
    })),
  );
  expect(rows.every(({ client_id }) => client_id !== null)).toBe(true);
});

test("an event does not wait for open transactions: one that commits later gets a later number", async () => {
  const relay = relayWith();
  const begun = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const slow = database.transaction(async (tx) => {
    publishEvent(tx);
    await readEvents(tx, business.businessId);
    begun.resolve();
    await mayEnd.promise;
  });
  await begun.promise;
  await database.transaction(async (tx) => publishEvent(tx));
  expect(await relay.round()).toBe(1);
  expect(await sequences()).toEqual([1]);
  mayEnd.resolve();
  await slow;
  await settle(database, [listening]);
  expect(await sequences()).toEqual([1, 2]);
  expect(consumed.map(({ sequence }) => sequence)).toEqual([1, 2]);
});

const lockBusiness = (reader: Reader, businessId: string) =>
  sql(reader)<{ id: string }>`select id from businesses where id = ${businessId} for no key update`;
const assignTransactionId = (reader: Reader) =>
  sql(reader)<{ number: string }>`select pg_current_xact_id()::text as number`;

test("events of one record are in the order of its lock, not of the transactions' ids", async () => {
  const relay = relayWith();
  const first = Promise.withResolvers<void>();
  const mayLock = Promise.withResolvers<void>();
  // The older of two transactions changes the record last. A third transaction, which began between them, is still open.
  const older = database.transaction(async (tx) => {
    await assignTransactionId(tx);
    first.resolve();
    await mayLock.promise;
    await lockBusiness(tx, business.businessId);
    publishEvent(tx, business.businessId, "version 3");
  });
  await first.promise;
  const mayEnd = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  const between = database.transaction(async (tx) => {
    await assignTransactionId(tx);
    opened.resolve();
    await mayEnd.promise;
  });
  await opened.promise;
  await database.transaction(async (tx) => {
    await lockBusiness(tx, business.businessId);
    publishEvent(tx, business.businessId, "version 2");
  });
  mayLock.resolve();
  await older;
  await relay.round();
  mayEnd.resolve();
  await between;
  await settle(database);
  expect(await labels()).toEqual(["version 2", "version 3"]);
});

test("a reader that continues from the last number misses no event during concurrent writes and relays", async () => {
  for (let i = 0; i < 3; i++) relayWith([listening], true);
  let isOver = false;
  const read: number[] = [];
  const reading = (async () => {
    let last = 0;
    while (!isOver || read.length < 400) {
      for (const sequence of await sequences())
        if (sequence !== null && sequence > last) {
          read.push(sequence);
          last = sequence;
        }
    }
  })();
  await Promise.all(
    upTo(8).map(async () => {
      for (let i = 0; i < 25; i++)
        await database.transaction(async (tx) => {
          publishEvent(tx);
          // Some transactions take longer and commit after transactions that began later.
          if (i % 3 === 0) await readEvents(tx, business.businessId);
          publishEvent(tx);
        });
    }),
  );
  isOver = true;
  await reading;
  expect(read).toEqual(upTo(400));
  expect(consumed.map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(upTo(400));
}, 240_000);

test("when a consumer fails, the round is rolled back and the events are consumed again", async () => {
  let fails = true;
  const failing: EventConsumer = {
    name: "failing",
    consume: async () => {
      if (fails) throw new Error("on purpose");
    },
  };
  const relay = relayWith([listening, failing]);
  await database.transaction(async (tx) => publishEvent(tx));
  await vi.waitFor(async () => expect(await relay.round().catch(() => 1)).toBe(1), 60_000);
  expect(await sequences()).toEqual([null]);
  fails = false;
  await settle(database, [listening, failing]);
  expect(await sequences()).toEqual([1]);
});

const readLockOfRelay = () =>
  sql(database)<{ locked_by: string }>`select xmax::text as locked_by from relays where name = 'events'`;

test("without waiting events a round locks no row, because every lock causes a disk write", async () => {
  const relay = relayWith();
  await settle(database);
  const before = await readLockOfRelay();
  expect(await relay.round()).toBe(0);
  expect(await readLockOfRelay()).toEqual(before);
});

test("a running relay is woken by a commit in its process, and finds events of other processes", async () => {
  relayWith([listening], true);
  await database.transaction(async (tx) => publishEvent(tx));
  await vi.waitFor(() => expect(consumed).toHaveLength(1), 60_000);
  const elsewhere = openDatabase({ connectionString: database.connectionString });
  await elsewhere.transaction(async (tx) => publishEvent(tx));
  await vi.waitFor(() => expect(consumed).toHaveLength(2), 60_000);
  await elsewhere.close();
});

test("a round that failed is repeated automatically", async () => {
  let tries = 0;
  const failsTwice: EventConsumer = {
    name: "fails twice",
    consume: async () => {
      if (++tries <= 2) throw new Error("on purpose");
    },
  };
  relayWith([failsTwice, listening], true);
  await database.transaction(async (tx) => publishEvent(tx));
  await vi.waitFor(() => expect(consumed).toHaveLength(1), 60_000);
  expect(tries).toBe(3);
});

test("no round runs during a subscription: the subscriber gets all later events", async () => {
  const relay = relayWith();
  await database.transaction(async (tx) => publishEvent(tx));
  await database.transaction(async (tx) => {
    await pauseRelay(tx);
    expect(await relay.round()).toBe(0);
  });
  await settle(database, [listening]);
  expect(await sequences()).toEqual([1]);
});

test("relayLag answers the age of the oldest waiting event and of the oldest write", async () => {
  await settle(database);
  expect((await relayLag(database)).oldestEventMs).toBeNull();
  await database.transaction(async (tx) => {
    publishEvent(tx, business.businessId, "", systemClock.now() + 3_600_000);
    await readEvents(tx, business.businessId);
    const { oldestWriteMs } = await relayLag(database);
    // On a cluster, a transaction that writes on a worker has no transaction id on the coordinator.
    if (!isCluster) expect(oldestWriteMs).toBeGreaterThanOrEqual(0);
  });
  // The event's time is an hour ahead, so its age is 0.
  expect((await relayLag(database)).oldestEventMs).toBe(0);
});
