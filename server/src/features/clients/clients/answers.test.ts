import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../../../test/fixtures/testApp.ts";
import { untilSomebodyWaits } from "../../../../test/races/waiting.ts";
import { ApiError } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { createClientField, updateClientField } from "../../business/businesses/index.ts";
import { createClient, updateClient } from "./index.ts";

let open: TestApp;
beforeAll(async () => {
  open = await testApp();
});
afterAll(() => open.close());

const question = async () => {
  const wanted = { label: "Allergies", type: "text" } as const;
  const { database, salon, clock } = open;
  const field = await database.transaction((tx) =>
    createClientField(tx, salon.businessId, wanted, clock.now()),
  );
  return field.id;
};
const retype = (tx: Transaction, fieldId: string) =>
  updateClientField(tx, open.salon.businessId, fieldId, { type: "date" }, open.clock.now());
const answerAsNew = (tx: Transaction, fieldId: string) =>
  createClient(tx, {
    businessId: open.salon.businessId,
    createdBy: null,
    now: open.clock.now(),
    client: { first_name: "Ada", custom_fields: { [fieldId]: "Nickel" } },
  });
const answerAsKnown = (tx: Transaction, fieldId: string) =>
  updateClient(tx, {
    businessId: open.salon.businessId,
    clientId: open.salon.clientId,
    now: open.clock.now(),
    ifMatch: null,
    change: { custom_fields: { [fieldId.toUpperCase()]: "Nickel" } },
  });
type Step = (tx: Transaction, fieldId: string) => Promise<unknown>;

/** Does the first in a transaction that ends only once the second waits for it; answers how the second ended. */
async function oneBehindTheOther(first: Step, second: Step): Promise<unknown> {
  const fieldId = await question();
  const { database, connectionString } = open;
  const isDone = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const holder = database.transaction(async (tx) => {
    await first(tx, fieldId);
    isDone.resolve();
    await mayEnd.promise;
  });
  await isDone.promise;
  const waiter = database.transaction((tx) => second(tx, fieldId)).catch((error: unknown) => error);
  await untilSomebodyWaits(connectionString);
  mayEnd.resolve();
  await holder;
  return waiter;
}

function refusedPath(outcome: unknown): unknown {
  if (!(outcome instanceof ApiError)) return outcome;
  const { fields } = outcome.details as { fields: { path: string }[] };
  return fields.map(({ path }) => path.replace(/[0-9a-f-]{36}$/i, "…"));
}

test.each([
  ["a new client's", answerAsNew],
  ["a known client's", answerAsKnown],
])("a question whose %s answer is just being written keeps its type", async (_whose, answer) => {
  expect(refusedPath(await oneBehindTheOther(answer, retype))).toEqual(["/type"]);
});

test.each([
  ["a new client's", answerAsNew],
  ["a known client's", answerAsKnown],
])(
  "%s answer to a question that is just changing its type is judged by the new one",
  async (_whose, answer) => {
    expect(refusedPath(await oneBehindTheOther(retype, answer))).toEqual(["/custom_fields/…"]);
  },
);

test("two clients answer the same question at once without waiting for each other", async () => {
  const fieldId = await question();
  const { database } = open;
  const [outer, inner] = await database.transaction(async (tx) => [
    await answerAsNew(tx, fieldId),
    await database.transaction((other) => answerAsKnown(other, fieldId)),
  ]);
  expect([outer?.custom_fields, inner?.custom_fields]).toMatchObject([
    { [fieldId]: "Nickel" },
    { [fieldId]: "Nickel" },
  ]);
});
