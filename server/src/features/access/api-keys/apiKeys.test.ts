import { expect, test } from "vitest";
import { businessWithApiKey } from "../../../../test/fixtures/businessWithApiKey.ts";
import { testDatabase } from "../../../../test/fixtures/database.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { type CreatedApiKey, createApiKey, listApiKeys, type NewApiKey, revokeApiKey } from "./index.ts";

const MADE_AT = Date.UTC(2027, 2, 29, 7, 30);

const database = await testDatabase();
const salon = await businessWithApiKey(database);

const make = (wanted: Partial<NewApiKey> = {}): Promise<CreatedApiKey> =>
  database.transaction((tx) =>
    createApiKey(tx, {
      businessId: salon.businessId,
      userId: salon.ownerId,
      label: "Website",
      scopes: ["appointments:read"],
      now: MADE_AT,
      ...wanted,
    }),
  );

test("a new key is returned once, with its record", async () => {
  const made = await make({ label: "  Website  ", scopes: ["staff:read", "clients:read", "staff:read"] });
  expect(made).toEqual({
    id: expect.any(String),
    key: expect.stringMatching(/^dbk_/),
    label: "Website",
    prefix: made.key.slice(0, 8),
    scopes: ["clients:read", "staff:read"],
    created_at: "2027-03-29T07:30:00Z",
    last_used_at: null,
    revoked_at: null,
  });
});

test("nothing of the plain key is stored", async () => {
  const made = await make();
  const [row] = await sql(database)<{ text: string }>`
    select api_keys::text as text from api_keys where id = ${made.id}`;
  expect(row?.text).toContain("Website");
  expect(row?.text).not.toContain(made.key.slice(4, 20));
});

test("a label has 1 to 60 characters after trimming, counted as code points", async () => {
  expect((await make({ label: `${"😀".repeat(60)} ` })).label).toBe("😀".repeat(60));
  for (const label of ["", "   ", "a".repeat(61), "😀".repeat(61)])
    await expect(make({ label })).rejects.toMatchObject({ details: { fields: [{ path: "/label" }] } });
});

test("a key has at least one scope, and only known scopes", async () => {
  await expect(make({ scopes: [] })).rejects.toMatchObject({ details: { fields: [{ path: "/scopes" }] } });
  await expect(make({ label: "", scopes: ["clients:read", "clients:admin"] })).rejects.toMatchObject({
    code: "validation_failed",
    details: { fields: [{ path: "/label" }, { path: "/scopes/1" }] },
  });
});

test("a key can be revoked once, by its own business", async () => {
  const made = await make();
  const revoke = (businessId: string, id: string) =>
    database.transaction((tx) => revokeApiKey(tx, businessId, id, MADE_AT));
  const other = await businessWithApiKey(database);
  await expect(revoke(other.businessId, made.id)).rejects.toMatchObject({ code: "not_found" });
  expect(await revoke(salon.businessId, made.id)).toEqual({ id: made.id, deleted: true });
  await expect(revoke(salon.businessId, made.id)).rejects.toMatchObject({ code: "not_found" });
});

test("the list contains keys that are not revoked, newest first, in pages", async () => {
  const other = await businessWithApiKey(database);
  const owned = { businessId: other.businessId, userId: other.ownerId };
  const made: string[] = [];
  for (let minute = 0; minute < 5; minute++)
    // The test creates the last keys in the same minute, so the list sorts them by id.
    made.unshift((await make({ ...owned, now: MADE_AT + Math.min(minute, 3) * 60_000 })).id);
  await database.transaction((tx) => revokeApiKey(tx, other.businessId, String(made[2]), MADE_AT));
  const expected = [...made.filter((_, index) => index !== 2), other.keyId];

  const first = await listApiKeys(database, other.businessId, { limit: 2 });
  const inserted = await make({ ...owned, now: MADE_AT + 3_600_000 });
  const second = await listApiKeys(database, other.businessId, {
    limit: 2,
    cursor: String(first.next_cursor),
  });
  const third = await listApiKeys(database, other.businessId, {
    limit: 2,
    cursor: String(second.next_cursor),
  });
  expect([...first.items, ...second.items, ...third.items].map((key) => key.id)).toEqual(expected);
  expect(third.next_cursor).toBeNull();
  const all = await listApiKeys(database, other.businessId);
  expect(all.items.map((key) => key.id)).toEqual([inserted.id, ...expected]);
  expect(Object.keys(all.items[0] ?? {})).not.toContain("key");
});

test("a cursor whose sort key has other parts, as one of another release may, is refused", async () => {
  const page = await listApiKeys(database, salon.businessId, { limit: 1 });
  const parts = String(page.next_cursor).split("\0");
  for (const forged of [
    [parts[0], parts[1], "x"],
    [parts[0], "now", parts[2]],
    [parts[0]],
    ["", ...parts.slice(1)],
  ])
    await expect(
      listApiKeys(database, salon.businessId, {
        limit: 1,
        cursor: forged.join("\0"),
      }),
    ).rejects.toMatchObject({ code: "validation_failed", details: { fields: [{ path: "/cursor" }] } });
});
