import { expect, test } from "vitest";
import { testApp } from "../../../../test/fixtures/testApp.ts";
import { untilTransactionWaits } from "../../../../test/races/waiting.ts";
import { ApiError } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { updateClientField } from "../../business/businesses/clientFields.ts";
import { createClientField } from "../../business/businesses/index.ts";
import { createClient, updateClient } from "./index.ts";

const open = await testApp({ isShared: true });

const addField = async () => {
  const wanted = { label: "Allergies", type: "text" } as const;
  const { database, salon, clock } = open;
  const field = await database.transaction((tx) =>
    createClientField(tx, salon.businessId, wanted, clock.now()),
  );
  return field.id;
};
const retype = (tx: Transaction, fieldId: string) =>
  updateClientField(tx, open.salon.businessId, fieldId, { type: "date" }, open.clock.now());
const createWithAnswer = (tx: Transaction, fieldId: string) =>
  createClient(tx, {
    businessId: open.salon.businessId,
    createdBy: null,
    now: open.clock.now(),
    client: { first_name: "Ada", custom_fields: { [fieldId]: "Nickel" } },
  });
const updateWithAnswer = (tx: Transaction, fieldId: string) =>
  updateClient(tx, {
    businessId: open.salon.businessId,
    clientId: open.salon.clientId,
    now: open.clock.now(),
    ifMatch: null,
    changes: { custom_fields: { [fieldId.toUpperCase()]: "Nickel" } },
  });
type Step = (tx: Transaction, fieldId: string) => Promise<unknown>;

/**
 * Runs the first step in a transaction that commits only once the second step waits for the transaction's lock. Returns the outcome of the
 * second step.
 */
async function runWaiting(first: Step, second: Step): Promise<unknown> {
  const fieldId = await addField();
  const { database, connectionString } = open;
  const isWritten = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const holder = database.transaction(async (tx) => {
    await first(tx, fieldId);
    isWritten.resolve();
    await mayCommit.promise;
  });
  await isWritten.promise;
  const waiter = database.transaction((tx) => second(tx, fieldId)).catch((error: unknown) => error);
  await untilTransactionWaits(connectionString);
  mayCommit.resolve();
  await holder;
  return waiter;
}

function refusedPath(outcome: unknown): unknown {
  if (!(outcome instanceof ApiError)) return outcome;
  const { fields } = outcome.details as { fields: { path: string }[] };
  return fields.map(({ path }) => path.replace(/[0-9a-f-]{36}$/i, "…"));
}

test.each([
  ["creation", createWithAnswer],
  ["update", updateWithAnswer],
])("a field keeps its type while the %s of a client writes an answer to it", async (_write, answer) => {
  expect(refusedPath(await runWaiting(answer, retype))).toEqual(["/type"]);
});

test.each([
  ["creation", createWithAnswer],
  ["update", updateWithAnswer],
])(
  "the %s of a client checks an answer against the new type of a field that is being changed",
  async (_write, answer) => {
    expect(refusedPath(await runWaiting(retype, answer))).toEqual(["/custom_fields/…"]);
  },
);

test("two clients answer the same field at once without waiting for each other", async () => {
  const fieldId = await addField();
  const { database } = open;
  const [outer, inner] = await database.transaction(async (tx) => [
    await createWithAnswer(tx, fieldId),
    await database.transaction((other) => updateWithAnswer(other, fieldId)),
  ]);
  expect([outer?.custom_fields, inner?.custom_fields]).toMatchObject([
    { [fieldId]: "Nickel" },
    { [fieldId]: "Nickel" },
  ]);
});
