import { expect, test } from "vitest";
import { sql } from "../../../test/fixtures/sql.ts";
import { testApp } from "../../../test/fixtures/testApp.ts";
import { createEncryption } from "../../platform/encryption.ts";
import type { EarlierSecret } from "../../tables/webhooks.ts";
import { SECRET_PURPOSE } from "./endpointSecret.ts";

const open = await testApp();

async function secretsOf(id: string) {
  const [row] = await sql(open.database)<{ secret_encrypted: string; earlier_secrets: EarlierSecret[] }>`
    select secret_encrypted, earlier_secrets
    from webhook_endpoints
    where business_id = ${open.salon.businessId}
      and id = ${id}`;
  if (row === undefined) throw new Error("There is no such endpoint.");
  const decrypted = (encrypted: string) => open.encryption.decrypt(encrypted, SECRET_PURPOSE);
  return {
    current: decrypted(row.secret_encrypted),
    earlier: row.earlier_secrets.map(({ encrypted, until }) => ({
      secret: decrypted(encrypted),
      hours: Math.round((Date.parse(until) - Date.now()) / 3_600_000),
    })),
  };
}

async function subscribed(...events: string[]): Promise<{ id: string; secret: string }> {
  return (await open.call("POST", "/webhooks", { url: "http://127.0.0.1:9/", events })).body.data;
}

test("a new secret is answered once, and the previous one signs as well for 24 hours of the database's clock", async () => {
  const { id, secret } = await subscribed("client.created");
  expect(await secretsOf(id)).toEqual({ current: secret, earlier: [] });
  open.databaseClock.aheadMs = () => 3_600_000;
  const rotated = await open.call("POST", `/webhooks/${id}/rotate-secret`);
  open.databaseClock.aheadMs = () => 0;
  expect(rotated.status).toBe(200);
  expect(rotated.body.data).toMatchObject({ id, secret: expect.stringMatching(/^whsec_[0-9A-Za-z]{43}$/) });
  expect(await secretsOf(id)).toEqual({
    current: rotated.body.data.secret,
    earlier: [{ secret, hours: 25 }],
  });
  expect(JSON.stringify((await open.call("GET", "/webhooks")).body)).not.toContain("whsec_");
});

test("a second rotation keeps the earlier secrets, each for its own 24 hours", async () => {
  const { id, secret } = await subscribed("client.created");
  const first = (await open.call("POST", `/webhooks/${id}/rotate-secret`)).body.data.secret;
  open.databaseClock.aheadMs = () => 3_600_000;
  const second = (await open.call("POST", `/webhooks/${id}/rotate-secret`)).body.data.secret;
  open.databaseClock.aheadMs = () => 0;
  expect(await secretsOf(id)).toEqual({
    current: second,
    earlier: [
      { secret, hours: 24 },
      { secret: first, hours: 25 },
    ],
  });
  open.databaseClock.aheadMs = () => 24.5 * 3_600_000;
  const third = (await open.call("POST", `/webhooks/${id}/rotate-secret`)).body.data.secret;
  open.databaseClock.aheadMs = () => 0;
  const { current, earlier } = await secretsOf(id);
  expect([current, earlier.map((one) => one.secret)]).toEqual([third, [first, second]]);
});

test("at most ten secrets can be replaced within 24 hours", async () => {
  const { id } = await subscribed("client.created");
  const rotate = () => open.call("POST", `/webhooks/${id}/rotate-secret`);
  for (let nth = 0; nth < 10; nth++) expect((await rotate()).status).toBe(200);
  const { current } = await secretsOf(id);
  expect(await rotate()).toMatchObject({
    status: 422,
    body: { details: { fields: [{ path: "", message: "exceeds the limit of 10 rotations in 24 hours" }] } },
  });
  expect((await secretsOf(id)).current).toBe(current);
});

test("a secret that cannot be decrypted any more can be rotated", async () => {
  const { id } = await subscribed("client.created");
  const foreign = createEncryption("another installation").encrypt("whsec_lost", SECRET_PURPOSE);
  await sql(open.database)`
    update webhook_endpoints set secret_encrypted = ${foreign}
    where business_id = ${open.salon.businessId} and id = ${id}`;
  const { secret } = (await open.call("POST", `/webhooks/${id}/rotate-secret`)).body.data;
  expect(await secretsOf(id)).toEqual({ current: secret, earlier: [] });
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
