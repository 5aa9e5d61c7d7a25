import { describe, expect, test } from "vitest";
import { signedIn } from "../../../../test/fixtures/signedIn.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { testServer } from "../../../../test/fixtures/testApp.ts";
import { untilTransactionWaits } from "../../../../test/races/waiting.ts";
import { settableClock } from "../../../kernel/clock.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { lockBusiness } from "../../business/businesses/index.ts";
import { addMembership } from "../accounts/index.ts";
import { createApiKey } from "../api-keys/index.ts";
import { createInvitation } from "./invitations.ts";
import { removeBusinessMember } from "./updateBusinessMember.ts";

const NOW = Date.UTC(2027, 2, 29, 7, 30);

const clock = settableClock(NOW);

const server = await testServer({ clock });
const { app, database, connectionString } = server;

/** Creates a business with two owners. The tests remove the second owner. */
async function twoOwners() {
  const [stays, leaves] = [await signedIn(server), await signedIn(server)];
  const wanted = {
    name: "Haarwerk",
    type: "salon",
    time_zone: "Europe/Berlin",
    currency: "EUR",
    country: "DE",
  };
  const businessId: string = (await stays.call("POST", "/businesses", wanted)).body.data.id;
  const membership = { userId: leaves.userId, businessId, role: "owner", staffId: null, now: NOW } as const;
  await database.transaction((tx) => addMembership(tx, membership));
  return { businessId, stays, leaves };
}

/** Runs `work` in a transaction that commits when the test releases it. */
async function openTransaction<T>(work: (tx: Transaction) => Promise<T>) {
  const done = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const committed = database.transaction(async (tx) => {
    const answer = await work(tx);
    done.resolve();
    await released.promise;
    return answer;
  });
  await done.promise;
  return () => {
    released.resolve();
    return committed;
  };
}

const key = { label: "Website", scopes: ["clients:read"] } as const;

describe("a key that is created while its owner is removed", () => {
  test("is refused when the removal commits first", async () => {
    const { businessId, leaves } = await twoOwners();
    const commit = await openTransaction((tx) => removeBusinessMember(tx, businessId, leaves.userId));
    const making = leaves.call("POST", `/businesses/${businessId}/api-keys`, key);
    await untilTransactionWaits(connectionString);
    await commit();
    expect((await making).status).toBe(404);
  });

  test("is transferred with the others when its creation commits first", async () => {
    const { businessId, stays, leaves } = await twoOwners();
    const wanted = { ...key, businessId, userId: leaves.userId, now: NOW };
    const commit = await openTransaction((tx) => createApiKey(tx, wanted));
    const leaving = stays.call("PATCH", `/businesses/${businessId}/members/${leaves.userId}`, {
      role: "manager",
    });
    await untilTransactionWaits(connectionString);
    const made = await commit();
    expect((await leaving).status).toBe(200);
    const headers = { authorization: `Bearer ${made.key}` };
    expect((await app.inject({ url: "/api/v1/me", headers })).json().data).toMatchObject({
      id: stays.userId,
      memberships: [{ role: "owner" }],
    });
  });
});

test("accepting locks the business before the invitation, like inviting", async () => {
  const { businessId, stays } = await twoOwners();
  const person = await signedIn(server);
  const wanted = { email: person.email, role: "reception" } as const;
  const { token } = await database.transaction((tx) =>
    createInvitation(tx, businessId, stays.userId, wanted, NOW),
  );
  const commit = await openTransaction((tx) => lockBusiness(tx, businessId));
  const accepting = person.call("POST", "/invitations/accept", { token });
  await untilTransactionWaits(connectionString);
  // This statement fails if the waiting request has already locked the invitation. The request must lock the business
  // first, as the creation of an invitation does; the opposite order could deadlock.
  expect(
    await sql(database)`
    select id from invitations where business_id = ${businessId} for update nowait`,
  ).toHaveLength(1);
  await commit();
  expect((await accepting).status).toBe(200);
});
