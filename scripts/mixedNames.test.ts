import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { mixedNamesIn } from "./mixedNames.ts";

const root = dirname(import.meta.dirname);

/** The pairs of names that mean the same record, each with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  "account_id: userId": "better-auth's id of an account with a password is that of its user.",
  "cardId: holdId": "A card that is saved with a booking gets the id of the hold.",
  "holdId: paymentId": "The deposit of a hold gets the id of the hold.",
  "hold_id: paymentId": "The deposit of a hold gets the id of the hold.",
  "mergedIntoId: clientId": "The client that remains.",
  "offerId: holdId": "An offer holds its time with its own id.",
  "paymentId: depositId": "A deposit is a payment.",
  "paymentId: holdId": "The deposit of a hold gets the id of the hold.",
  "providerPaymentId: intentId": "Stripe's payment intents are its payments.",
  "setupId: providerPaymentId": "Without a deposit, the provider's payment only saves the card.",
  "userId: ownerId": "An owner is a user.",
};

test("no property is given the id of another record or a value in another unit", () => {
  const files = globSync("{engine,server}/src/**/*.ts", { cwd: root }).filter(
    (path) => !path.endsWith(".test.ts"),
  );
  expect(files.length).toBeGreaterThan(700);
  const mixed = files.flatMap((path) => mixedNamesIn(path, readFileSync(join(root, path), "utf8")));
  expect(mixed.filter(({ pair }) => ALLOWED[pair] === undefined)).toEqual([]);
  expect([...new Set(mixed.map(({ pair }) => pair))].sort()).toEqual(Object.keys(ALLOWED));
});

test.each([
  ["swapped ids", "tx.query(pair, { client_id: staffId, staff_id: clientId })", 2],
  ["the id in a row", "tx.query(find, { clientId: row.staff_id! })", 1],
  ["another unit", "plan({ durationMinutes: waitMs, amountMinor: price.minutes })", 2],
  ["a variable of another record", "const { client_id: staffId } = row;", 1],
])("%s: found", (_name, source, count) => {
  expect(mixedNamesIn("a.ts", source)).toHaveLength(count);
});

test("names of the same record and unit, and names of no kind of record, are not found", () => {
  const source = `tx.query(pair, { client_id: clientId, kept_client_id: clientId, staffId: staff_id as string,
    durationMinutes: service.duration_minutes, id: clientId, afterId: NIL_ID, starts_at: now })`;
  expect(mixedNamesIn("a.ts", source)).toEqual([]);
});
