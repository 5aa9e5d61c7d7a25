import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../../test/fixtures/testApp.ts";
import { column, statement } from "../../platform/database/index.ts";
import { createEncryption } from "../../platform/encryption.ts";
import { SECRET_PURPOSE } from "./endpointSecret.ts";

let open: TestApp;
beforeAll(async () => {
  open = await testApp();
});
afterAll(() => open.close());

const readSecrets = statement(
  "test_webhooks_secrets",
  {
    secret_encrypted: column.text,
    earlier_secret_encrypted: column.nullable(column.text),
    earlier_for_ms: column.nullable(column.integer),
  },
  `select secret_encrypted, earlier_secret_encrypted,
     (extract(epoch from earlier_secret_until - clock_timestamp()) * 1000)::bigint as earlier_for_ms
   from webhook_endpoints
   where business_id = $1
     and id = $2`,
);

const putSecret = statement(
  "test_webhooks_put_secret",
  {},
  "update webhook_endpoints set secret_encrypted = $3 where business_id = $1 and id = $2",
);

async function secretsOf(id: string) {
  const [row] = await open.database.query(readSecrets, [open.salon.businessId, id]);
  if (row === undefined) throw new Error("There is no such endpoint.");
  const opened = (sealed: string | null) =>
    sealed === null ? null : open.encryption.decrypt(sealed, SECRET_PURPOSE);
  return {
    current: opened(row.secret_encrypted),
    earlier: opened(row.earlier_secret_encrypted),
    earlierForMs: row.earlier_for_ms,
  };
}

async function subscribed(...events: string[]): Promise<{ id: string; secret: string }> {
  return (await open.call("POST", "/webhooks", { url: "http://127.0.0.1:9/", events })).body.data;
}

test("a new secret is answered once, and the previous one signs as well for 24 hours of the database's clock", async () => {
  const { id, secret } = await subscribed("client.created");
  expect(await secretsOf(id)).toEqual({ current: secret, earlier: null, earlierForMs: null });
  open.databaseClock.aheadMs = () => 3_600_000;
  const rotated = await open.call("POST", `/webhooks/${id}/rotate-secret`);
  open.databaseClock.aheadMs = () => 0;
  expect(rotated.status).toBe(200);
  expect(rotated.body.data).toMatchObject({ id, secret: expect.stringMatching(/^whsec_[0-9A-Za-z]{43}$/) });
  const { current, earlier, earlierForMs } = await secretsOf(id);
  expect([current, earlier]).toEqual([rotated.body.data.secret, secret]);
  expect(Math.round((earlierForMs ?? 0) / 60_000)).toBe(25 * 60);
  expect(JSON.stringify((await open.call("GET", "/webhooks")).body)).not.toContain("whsec_");
});

test("a second rotation removes the oldest secret", async () => {
  const { id } = await subscribed("client.created");
  const first = (await open.call("POST", `/webhooks/${id}/rotate-secret`)).body.data.secret;
  const second = (await open.call("POST", `/webhooks/${id}/rotate-secret`)).body.data.secret;
  expect(await secretsOf(id)).toMatchObject({ current: second, earlier: first });
});

test("a secret that cannot be decrypted any more can be rotated", async () => {
  const { id } = await subscribed("client.created");
  const foreign = createEncryption("another installation").encrypt("whsec_lost", SECRET_PURPOSE);
  await open.database.query(putSecret, [open.salon.businessId, id, foreign]);
  const { secret } = (await open.call("POST", `/webhooks/${id}/rotate-secret`)).body.data;
  expect(await secretsOf(id)).toEqual({ current: secret, earlier: null, earlierForMs: null });
});

test("a repeated rotation is executed once, and answered without the secret", async () => {
  const { id } = await subscribed("client.created");
  const headers = { "idempotency-key": "rotate-once" };
  const rotate = () => open.call("POST", `/webhooks/${id}/rotate-secret`, undefined, headers);
  const { secret, ...rest } = (await rotate()).body.data;
  expect((await rotate()).body.data).toEqual(rest);
  expect((await secretsOf(id)).current).toBe(secret);
});

test("a rotation needs the read scope of every event of the endpoint", async () => {
  const { id, secret } = await subscribed("client.created", "sale.completed");
  const headers = { authorization: `Bearer ${await open.keyWith("clients:read", "staff:read")}` };
  expect(await open.call("POST", `/webhooks/${id}/rotate-secret`, undefined, headers)).toMatchObject({
    status: 403,
    body: { code: "forbidden_role", details: { required: "payments:read" } },
  });
  expect((await secretsOf(id)).current).toBe(secret);
});
