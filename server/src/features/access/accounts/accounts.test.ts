import { expect, test } from "vitest";
import { businessWithApiKey } from "../../../../test/fixtures/businessWithApiKey.ts";
import { testDatabase } from "../../../../test/fixtures/database.ts";
import { serverWith } from "../../../../test/fixtures/serverWith.ts";
import { settableClock } from "../../../kernel/clock.ts";
import { newId } from "../../../kernel/ids.ts";
import { revokeApiKey } from "../api-keys/index.ts";
import { accountRoutes, addMembership, createUser, firstOwner, userIdByEmail } from "./index.ts";
import { me } from "./me.ts";

const NOW = Date.UTC(2027, 2, 29, 7, 30);

const database = await testDatabase();
const clock = settableClock(NOW);
const context = { database, clock };
const app = await serverWith(context, accountRoutes(context));
const salon = await businessWithApiKey(database, {
  name: "Salon Lindenhof",
  scopes: ["staff:read", "clients:read"],
});
const barber = await businessWithApiKey(database, { name: "Barbier Anker" });
await database.transaction((tx) =>
  addMembership(tx, {
    userId: salon.ownerId,
    businessId: barber.businessId,
    role: "manager",
    staffId: newId(),
    now: NOW,
  }),
);

const getMe = (headers: Record<string, string>) => app.inject({ method: "GET", url: "/api/v1/me", headers });

test("a key reads its owner with the key's business only", async () => {
  const answer = await getMe({ authorization: `Bearer ${salon.key}` });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    success: true,
    data: {
      id: salon.ownerId,
      email: `owner-${salon.businessId}@example.com`,
      first_name: "Jana",
      last_name: "Lindner",
      memberships: [
        {
          business_id: salon.businessId,
          business_name: "Salon Lindenhof",
          sandbox: false,
          role: "owner",
          staff_id: null,
        },
      ],
      api_key: { id: salon.keyId, label: "Tests", scopes: ["clients:read", "staff:read"] },
    },
  });
});

test("a session reads all businesses of its user, by name, and no key", async () => {
  const account = await me(database, {
    kind: "session",
    sessionId: newId(),
    userId: salon.ownerId,
    memberships: [],
  });
  expect(account.api_key).toBeNull();
  expect(account.memberships.map(({ business_name, role }) => [business_name, role])).toEqual([
    ["Barbier Anker", "manager"],
    ["Salon Lindenhof", "owner"],
  ]);
});

test("without a key, with a wrong one and with a revoked one: 401", async () => {
  const revoked = await businessWithApiKey(database);
  await database.transaction((tx) => revokeApiKey(tx, revoked.businessId, revoked.keyId, NOW));
  const attempts: Record<string, string>[] = [
    {},
    { authorization: "Bearer dbk_nonsense" },
    { authorization: `Basic ${salon.key}` },
    { authorization: `Bearer ${revoked.key}` },
  ];
  for (const headers of attempts) {
    const answer = await getMe(headers);
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ success: false, code: "unauthenticated" });
    expect(answer.headers["www-authenticate"]).toBe("Bearer");
  }
});

test("an unknown parameter of /me is refused", async () => {
  const answer = await app.inject({
    method: "GET",
    url: "/api/v1/me?verbose=1",
    headers: { authorization: `Bearer ${salon.key}` },
  });
  expect(answer.statusCode).toBe(422);
  expect(answer.json().details.fields[0].path).toBe("/verbose");
});

test("an e-mail address belongs to one user, ignoring case", async () => {
  const anna = { email: " Anna@Example.com ", firstName: "Anna", lastName: null, now: NOW };
  const { id } = await database.transaction((tx) => createUser(tx, anna));
  expect(await userIdByEmail(database, "ANNA@example.COM ")).toBe(id);
  expect(await userIdByEmail(database, "nobody@example.com")).toBeNull();
  await expect(
    database.transaction((tx) => createUser(tx, { ...anna, email: "anna@example.com" })),
  ).rejects.toMatchObject({ code: "validation_failed", details: { fields: [{ path: "/email" }] } });
  const account = await me(database, { kind: "session", sessionId: newId(), userId: id, memberships: [] });
  expect(account).toMatchObject({ email: "anna@example.com", last_name: "", memberships: [] });
});

test("of two concurrent sign-ups with one address, one succeeds", async () => {
  const taking = Array.from({ length: 8 }, (_, index) =>
    database.transaction((tx) =>
      createUser(tx, { email: "race@example.com", firstName: `No. ${index}`, lastName: null, now: NOW }),
    ),
  );
  const outcomes = await Promise.allSettled(taking);
  expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
  for (const outcome of outcomes)
    if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "validation_failed" });
});

test("a user is a member of a business once", async () => {
  await expect(
    database.transaction((tx) =>
      addMembership(tx, {
        userId: salon.ownerId,
        businessId: barber.businessId,
        role: "owner",
        staffId: null,
        now: NOW,
      }),
    ),
  ).rejects.toMatchObject({ code: "validation_failed", details: { fields: [{ path: "/user_id" }] } });
});

test("the first owner is the one with the earliest membership", async () => {
  expect(await firstOwner(database, barber.businessId)).toBe(barber.ownerId);
  expect(await firstOwner(database, newId())).toBeNull();
});
