import { afterAll, expect, test, vi } from "vitest";
import { notifyingApp } from "../../../../test/fixtures/notifyingApp.ts";
import { type MemberCall, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { bookingOf, MONDAY_AT } from "../../../../test/fixtures/testApp.ts";
import type { AnyStatement, Reader } from "../../../platform/database/index.ts";
import { type EventConsumer, openRelay } from "../../../platform/outbox/relay.ts";
import { clientPrivacyJobs } from "./index.ts";

// A long transaction in another test file delays the relay (settle.ts).
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const DAY = 24 * 60 * 60_000;

const open = await notifyingApp();
afterAll(() => open.close());

const emailsTo = (reader: Reader, clientId: string) =>
  sql(reader)<{ id: string }>`select id from emails where client_id = ${clientId}`;

/** Runs the jobs of the worker. */
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

/** Wraps a transaction: erases the client after the consumer has read the events and before the consumer queues the e-mail. */
function erasingMeanwhile(clientId: string, by: MemberCall) {
  let status: number | undefined;
  const reading = (query: AnyStatement) => query.name.startsWith("appointment_notifications_list");
  return {
    erased: () => status,
    around: <T extends Parameters<EventConsumer["consume"]>[0]>(tx: T): T => ({
      ...tx,
      query: async (query, values) => {
        const rows = await tx.query(query, values);
        if (reading(query)) status ??= (await by("POST", `/clients/${clientId}/erase`)).status;
        return rows;
      },
    }),
  };
}

test("the job deletes an e-mail that was queued during the erasure of its client, and no other", async () => {
  const clientId = await bookedClient(MONDAY_AT + 9 * DAY);
  const owner = await signedInMember(open, "owner");
  // Clears the full bodies of the events, as with the setting `webhook_payload` = `ids_only`. Otherwise the erasure would wait for the
  // relay.
  await sql(open.database)`update events set body_full = null where client_id = ${clientId}`;
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
  expect(await emailsTo(database, clientId)).toHaveLength(1);
  await runJobs();
  expect(await emailsTo(database, clientId)).toEqual([]);
  expect((await open.newEmails()).map(({ to }) => to)).toEqual([["zoe@example.com"]]);
});

test("the job deletes a reminder that was queued during the erasure of its client", async () => {
  const startsAt = MONDAY_AT + 16 * DAY;
  const clientId = await bookedClient(startsAt);
  expect(await open.newEmails()).toHaveLength(2);
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
  expect(await emailsTo(database, clientId)).toHaveLength(1);
  await runJobs();
  expect(await emailsTo(database, clientId)).toEqual([]);
  expect(await emailsTo(database, open.zoe)).not.toEqual([]);
});
