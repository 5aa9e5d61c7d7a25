import { expect, test, vi } from "vitest";
import { notifyingApp } from "../../../../test/fixtures/notifyingApp.ts";
import { type MemberCall, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { bookingOf, MONDAY_AT } from "../../../../test/fixtures/testApp.ts";
import { untilTransactionWaits } from "../../../../test/races/waiting.ts";
import type { AnyStatement, Reader } from "../../../platform/database/index.ts";
import { type EventConsumer, openRelay } from "../../../platform/outbox/relay.ts";
import { clientPrivacyJobs } from "./index.ts";

// A long transaction in another test file delays the relay (settle.ts).
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const DAY = 24 * 60 * 60_000;

const open = await notifyingApp();

const emailsTo = (reader: Reader, clientId: string) =>
  sql(reader)<{ id: string }>`select id from emails where client_id = ${clientId}`;

async function runJobs() {
  for (const job of clientPrivacyJobs(open, "a secret")) await job.run(new AbortController().signal);
}

/** Creates a client with an e-mail address, and books an appointment for the client and one for Zoe. */
async function bookedClient(startsAt: number): Promise<string> {
  const clientId = await open.addClient({ first_name: "Quendel", email: "quendel@example.com" });
  const { salon, zoe } = open;
  const at = new Date(startsAt).toISOString();
  for (const [client_id, staffId] of [
    [clientId, salon.anna],
    [zoe, salon.ben],
  ] as const) {
    const booking = bookingOf(salon, at, [[salon.cut, staffId]], { client_id });
    expect((await open.call("POST", "/appointments", booking)).status).toBe(201);
  }
  return clientId;
}

/** Wraps a transaction so that `erase` runs after the appointments were read and before the e-mail is queued. */
function erasingMeanwhile(erase: () => Promise<void>) {
  const reading = (query: AnyStatement) => query.name.startsWith("appointment_notifications_list");
  return <T extends Reader>(tx: T): T => ({
    ...tx,
    query: async (query, values) => {
      const rows = await tx.query(query, values);
      if (reading(query)) await erase();
      return rows;
    },
  });
}

test("an erasure waits for the relay, and deletes the e-mail that the relay has queued meanwhile", async () => {
  const clientId = await bookedClient(MONDAY_AT + 9 * DAY);
  const owner = await signedInMember(open, "owner");
  let erasure: ReturnType<MemberCall> | undefined;
  const around = erasingMeanwhile(async () => {
    erasure ??= owner("POST", `/clients/${clientId}/erase`);
    await untilTransactionWaits(open.connectionString);
  });
  const slow: EventConsumer = {
    name: "slow",
    consume: (tx, events) => open.consumer.consume(around(tx), events),
  };
  const { database } = open;
  const relay = openRelay({ database, consumers: [slow], log: () => {}, runsByItself: false });
  while (erasure === undefined) await relay.round();
  await relay.close();
  expect((await erasure).status).toBe(200);
  expect(await emailsTo(database, clientId)).toEqual([]);
  expect((await open.newEmails()).map(({ to }) => to)).toEqual([["zoe@example.com"]]);
});

test("the job deletes a reminder that was queued during the erasure of its client", async () => {
  const startsAt = MONDAY_AT + 16 * DAY;
  const clientId = await bookedClient(startsAt);
  expect(await open.newEmails()).toHaveLength(2);
  open.clock.set(startsAt - DAY);
  const owner = await signedInMember(open, "owner");
  let erased: number | undefined;
  const around = erasingMeanwhile(async () => {
    erased ??= (await owner("POST", `/clients/${clientId}/erase`)).status;
  });
  const { database } = open;
  const slow = {
    ...database,
    transaction: <T>(work: Parameters<typeof database.transaction<T>>[0]) =>
      database.transaction((tx) => work(around(tx))),
  };
  await open.remind(slow);
  expect(erased).toBe(200);
  expect(await emailsTo(database, clientId)).toHaveLength(1);
  await runJobs();
  expect(await emailsTo(database, clientId)).toEqual([]);
  expect(await emailsTo(database, open.zoe)).not.toEqual([]);
});
