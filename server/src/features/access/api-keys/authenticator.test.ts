import { expect, test } from "vitest";
import { businessWithApiKey } from "../../../../test/fixtures/businessWithApiKey.ts";
import { testDatabase } from "../../../../test/fixtures/database.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { settableClock } from "../../../kernel/clock.ts";
import { ApiError } from "../../../kernel/errors.ts";
import { type Database, openDatabase } from "../../../platform/database/index.ts";
import { apiKeyAuthenticator, createApiKey, revokeApiKey } from "./index.ts";
import { newKeyText } from "./keyText.ts";

const NOON_AT = Date.UTC(2027, 2, 29, 12);
const lastUses = (id: string) =>
  sql(database)<{ last_used_at: number | null }>`select last_used_at from api_keys where id = ${id}`;

const database = await testDatabase();
const salon = await businessWithApiKey(database, { scopes: ["clients:read"] });

const bearing = (authorization: string | undefined) => ({ headers: { authorization } });
const anotherKey = () =>
  database.transaction((tx) =>
    createApiKey(tx, {
      businessId: salon.businessId,
      userId: salon.ownerId,
      label: "Another",
      scopes: ["staff:read"],
      now: NOON_AT,
    }),
  );

test("a key authenticates its business, owner and scopes", async () => {
  const authenticate = apiKeyAuthenticator({ database, clock: settableClock(NOON_AT) });
  const expected = {
    kind: "key",
    keyId: salon.keyId,
    userId: salon.ownerId,
    businessId: salon.businessId,
    label: "Tests",
    scopes: ["clients:read"],
  };
  for (const scheme of ["Bearer", "bearer", "BEARER", "Bearer  "])
    expect(await authenticate(bearing(`${scheme} ${salon.key}`))).toEqual(expected);
  await authenticate.close();
});

test("a missing, malformed, unknown or revoked key is unauthenticated", async () => {
  const authenticate = apiKeyAuthenticator({ database, clock: settableClock(NOON_AT) });
  const revoked = await anotherKey();
  expect((await authenticate(bearing(`Bearer ${revoked.key}`))).keyId).toBe(revoked.id);
  await database.transaction((tx) => revokeApiKey(tx, salon.businessId, revoked.id, NOON_AT));
  const refused = [
    undefined,
    "",
    "Bearer",
    "Bearer ",
    salon.key,
    `Basic ${salon.key}`,
    `Bearer ${salon.key} ${salon.key}`,
    `Bearer ${salon.key.slice(0, -1)}`,
    `Bearer ${newKeyText()}`,
    `Bearer ${revoked.key}`,
  ];
  for (const authorization of refused)
    await expect(authenticate(bearing(authorization))).rejects.toMatchObject({
      code: "unauthenticated",
      status: 401,
    });
  await authenticate.close();
});

test("a malformed key is refused without a lookup", async () => {
  const closed = openDatabase({ connectionString: database.connectionString });
  await closed.close();
  const authenticate = apiKeyAuthenticator({ database: closed, clock: settableClock(NOON_AT) });
  await expect(authenticate(bearing(`Bearer ${salon.key}x`))).rejects.toMatchObject({
    code: "unauthenticated",
  });
  await expect(authenticate(bearing(`Bearer ${salon.key}`))).rejects.not.toMatchObject({
    code: "unauthenticated",
  });
});

test("once a revocation has returned, no request is let in by any process", async () => {
  const otherDatabase = openDatabase({ connectionString: database.connectionString });
  const processes = [database, otherDatabase].map((each) =>
    apiKeyAuthenticator({ database: each, clock: settableClock(NOON_AT) }),
  );
  for (let round = 0; round < 40; round++) {
    const key = await anotherKey();
    const header = bearing(`Bearer ${key.key}`);
    let revokedBeforeAsking = false;
    const firstAdmitted = Promise.withResolvers<void>();
    const callers = processes.flatMap((authenticate) =>
      Array.from({ length: 8 }, async () => {
        for (let afterRevocation = 0; afterRevocation < 3; ) {
          const askedAfter = revokedBeforeAsking;
          try {
            await authenticate(header);
            expect(askedAfter, "a request that came after the revocation was let in").toBe(false);
            firstAdmitted.resolve();
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            expect(error.code).toBe("unauthenticated");
          }
          if (askedAfter) afterRevocation++;
        }
      }),
    );
    // Revokes the key only after a request with the key was accepted.
    const revocation = firstAdmitted.promise
      .then(() => database.transaction((tx) => revokeApiKey(tx, salon.businessId, key.id, NOON_AT)))
      .then(() => {
        revokedBeforeAsking = true;
      });
    await Promise.all([...callers, revocation]);
  }
  for (const authenticate of processes) await authenticate.close();
  await otherDatabase.close();
});

test("a request that comes after the revocation does not share a lookup sent before it", async () => {
  const key = await anotherKey();
  const released = Promise.withResolvers<void>();
  const lookedUp = Promise.withResolvers<void>();
  // Delays the result of every query until the test releases it, to simulate a busy database server.
  const slow: Database = {
    ...database,
    query: async (query, values) => {
      const rows = await database.query(query, values);
      lookedUp.resolve();
      await released.promise;
      return rows;
    },
  };
  const authenticate = apiKeyAuthenticator({ database: slow, clock: settableClock(NOON_AT) });
  const askedBefore = authenticate(bearing(`Bearer ${key.key}`));
  await lookedUp.promise;
  await database.transaction((tx) => revokeApiKey(tx, salon.businessId, key.id, NOON_AT));
  const askedAfter = authenticate(bearing(`Bearer ${key.key}`));
  released.resolve();
  expect((await askedBefore).keyId).toBe(key.id);
  await expect(askedAfter).rejects.toMatchObject({ code: "unauthenticated" });
  await authenticate.close();
});

test("the last use is stored to the minute and written once a minute", async () => {
  const clock = settableClock(NOON_AT + 12_345);
  const authenticate = apiKeyAuthenticator({ database, clock });
  const key = await anotherKey();
  const uses = (count: number, who = authenticate) =>
    Promise.all(Array.from({ length: count }, () => who(bearing(`Bearer ${key.key}`))));
  const rowWritten = async () =>
    (
      await sql(database)<{ version: string }>`
    select xmin::text as version from api_keys where id = ${key.id}`
    )[0]?.version;
  await uses(1);
  await authenticate.close();
  expect(await lastUses(key.id)).toEqual([{ last_used_at: NOON_AT }]);

  // A second authenticator, which simulates another process, does not write a minute that the row already contains.
  const written = await rowWritten();
  const sameMinute = apiKeyAuthenticator({ database, clock });
  clock.set(NOON_AT + 59_999);
  await uses(20, sameMinute);
  await sameMinute.close();
  expect(await rowWritten()).toBe(written);

  const nextMinute = apiKeyAuthenticator({ database, clock });
  clock.set(NOON_AT + 60_000);
  await uses(20, nextMinute);
  await nextMinute.close();
  expect(await lastUses(key.id)).toEqual([{ last_used_at: NOON_AT + 60_000 }]);
});

test("a failure to record the last use is logged and does not delay or fail the request", async () => {
  const key = await anotherKey();
  const logged: string[] = [];
  const failing: Database = {
    ...database,
    query: (query, values) =>
      query.name === "api_keys_record_uses"
        ? Promise.reject(new Error("disk full"))
        : database.query(query, values),
  };
  const authenticate = apiKeyAuthenticator({
    database: failing,
    clock: settableClock(NOON_AT),
    log: (message) => logged.push(message),
  });
  expect((await authenticate(bearing(`Bearer ${key.key}`))).keyId).toBe(key.id);
  await authenticate.close();
  expect(logged).toEqual(["the last use of API keys could not be recorded"]);
});
