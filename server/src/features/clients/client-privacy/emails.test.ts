import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type NotifyingApp, notifyingApp } from "../../../../test/fixtures/notifyingApp.ts";
import { type MemberCall, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { bookingOf, MONDAY_AT } from "../../../../test/fixtures/testApp.ts";
import { type AnyStatement, column, statement } from "../../../platform/database/index.ts";
import { type EventConsumer, openRelay } from "../../../platform/outbox/relay.ts";
import { clientPrivacyJobs } from "./index.ts";

// A long transaction of another test file holds up the relay of all (settle.ts).
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const DAY = 24 * 60 * 60_000;

let open: NotifyingApp;
beforeAll(async () => {
  open = await notifyingApp();
});
afterAll(() => open.close());

const lettersTo = statement(
  "test_client_life_letters_to",
  { id: column.id },
  "select id from emails where client_id = $1",
);
const withoutBodies = statement(
  "test_client_life_without_bodies",
  { id: column.id },
  "update events set body_full = null where client_id = $1 returning id",
);

/** As the worker does it. */
async function doChores() {
  for (const job of clientPrivacyJobs(open, "a secret")) await job.run(new AbortController().signal);
}

/** Somebody with an address, and a visit at ten in UTC. */
async function expected(startsAt: number): Promise<string> {
  const clientId = await open.addClient({ first_name: "Quendel", email: "quendel@example.com" });
  const { salon, zoe } = open;
  const at = new Date(startsAt).toISOString();
  for (const [client_id, staffId] of [
    [clientId, salon.anna],
    [zoe, salon.ben],
  ] as const) {
    const wish = bookingOf(salon, at, [[salon.cut, staffId]], { client_id });
    expect((await open.call("POST", "/appointments", wish)).status).toBe(201);
  }
  return clientId;
}

/** Erases the client while their letter is being written: behind what was read of them, before it is in the queue. */
function erasingMeanwhile(clientId: string, by: MemberCall) {
  let status: number | undefined;
  const reading = (asked: AnyStatement) => asked.name.startsWith("client_mails_read");
  return {
    erased: () => status,
    around: <T extends Parameters<EventConsumer["consume"]>[0]>(tx: T): T => ({
      ...tx,
      query: async (asked, values) => {
        const rows = await tx.query(asked, values);
        if (reading(asked)) status ??= (await by("POST", `/clients/${clientId}/erase`)).status;
        return rows;
      },
    }),
  };
}

test("of somebody who is erased while they are written to nothing is left a minute later, and others have their letters", async () => {
  const clientId = await expected(MONDAY_AT + 9 * DAY);
  const owner = await signedInMember(open, "owner");
  // As in a business that sends identifiers alone: otherwise the erasure waits for the events.
  await open.database.query(withoutBodies, [clientId]);
  const { around, erased } = erasingMeanwhile(clientId, owner);
  const slow: EventConsumer = {
    name: "slow",
    consume: (tx, events) => open.consumer.consume(around(tx), events),
  };
  const { database } = open;
  const relay = openRelay({ database, consumers: [slow], log: () => {}, runsByItself: false });
  while (erased() === undefined) await relay.round();
  await relay.close();
  expect(erased()).toBe(200);
  expect(await database.query(lettersTo, [clientId])).toHaveLength(1);
  await doChores();
  expect(await database.query(lettersTo, [clientId])).toEqual([]);
  expect((await open.letters()).map(({ to }) => to)).toEqual([["zoe@example.com"]]);
});

test("nor of somebody who is erased while they are reminded", async () => {
  const startsAt = MONDAY_AT + 16 * DAY;
  const clientId = await expected(startsAt);
  expect(await open.letters()).toHaveLength(2);
  open.clock.set(startsAt - DAY);
  const { around, erased } = erasingMeanwhile(clientId, await signedInMember(open, "owner"));
  const { database } = open;
  const slow = {
    ...database,
    transaction: <T>(work: Parameters<typeof database.transaction<T>>[0]) =>
      database.transaction((tx) => work(around(tx))),
  };
  await open.remind(slow);
  expect(erased()).toBe(200);
  expect(await database.query(lettersTo, [clientId])).toHaveLength(1);
  await doChores();
  expect(await database.query(lettersTo, [clientId])).toEqual([]);
  expect(await database.query(lettersTo, [open.zoe])).not.toEqual([]);
});
