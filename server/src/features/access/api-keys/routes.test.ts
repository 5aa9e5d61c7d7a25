import type { FastifyInstance } from "fastify";
import { beforeAll, expect, test } from "vitest";
import { closedAtEnd } from "../../../../test/fixtures/closeAtEnd.ts";
import { type FreshDatabase, freshDatabase } from "../../../../test/fixtures/database.ts";
import { type Browser, signedUp } from "../../../../test/fixtures/signedIn.ts";
import { isFullRun } from "../../../../test/fullRun.ts";
import { buildApp } from "../../../app.ts";
import { systemClock } from "../../../kernel/clock.ts";
import { newId } from "../../../kernel/ids.ts";
import { type Database, openDatabase } from "../../../platform/database/index.ts";

const REVOCATIONS = isFullRun ? 1_000 : 40;

let fresh: FreshDatabase;
let database: Database;
let app: FastifyInstance;
/** A second server that uses the same database, to simulate another process. */
let twin: FastifyInstance;
let twinsDatabase: Database;
let owner: Browser;
let base: string;

beforeAll(async () => {
  fresh = await freshDatabase();
  // Longer than the production limits, because requests wait longer on a busy machine.
  const bounds = { acquireMs: 60_000, lockMs: 60_000, statementMs: 60_000 };
  const requestBounds = { requestMs: 60_000, waitMs: 60_000 };
  database = closedAtEnd(openDatabase({ connectionString: fresh.connectionString, bounds }));
  twinsDatabase = closedAtEnd(openDatabase({ connectionString: fresh.connectionString, bounds }));
  app = closedAtEnd(await buildApp({ database, clock: systemClock, requestBounds, checkAnswers: true }));
  twin = closedAtEnd(await buildApp({ database: twinsDatabase, clock: systemClock, requestBounds }));
  owner = await signedUp(app);
  base = await businessOf(owner);
});

async function businessOf(who: Browser): Promise<string> {
  const business = {
    name: "Haarwerk",
    type: "salon",
    time_zone: "Europe/Berlin",
    currency: "EUR",
    country: "DE",
  };
  return `/businesses/${(await who.call("POST", "/businesses", business)).body.data.id}`;
}
const make = (body: object, headers?: Record<string, string>) =>
  owner.call("POST", `${base}/api-keys`, body, headers);
const asKey = (key: string, server = app, path = "/me") =>
  server.inject({ url: `/api/v1${path}`, headers: { authorization: `Bearer ${key}` } });

test("an owner creates a key, which is returned once, works at once and is listed without its secret", async () => {
  const made = await make({ label: " Website ", scopes: ["clients:read"] });
  expect(made.status).toBe(201);
  expect(made.body.data).toMatchObject({ label: "Website", scopes: ["clients:read"], last_used_at: null });
  expect((await asKey(made.body.data.key)).json().data.api_key.id).toBe(made.body.data.id);
  const { key, ...record } = made.body.data;
  const [listed] = (await owner.call("GET", `${base}/api-keys`)).body.data.items;
  expect({ ...listed, last_used_at: null }).toEqual(record);
  expect(JSON.stringify(listed)).not.toContain(key);
});

test("a repeated creation replays without the key", async () => {
  const headers = { "idempotency-key": "make-once" };
  const body = { label: "Once", scopes: ["staff:read"] };
  const [first, again] = [await make(body, headers), await make(body, headers)];
  expect([first.status, again.status, again.headers["idempotency-replayed"]]).toEqual([201, 201, "true"]);
  const { key, ...rest } = first.body.data;
  expect(key).toMatch(/^dbk_/);
  expect(again.body.data).toEqual(rest);
});

test("wrong labels and scopes are refused by field", async () => {
  const wrong: [object, string[]][] = [
    [{}, ["/label", "/scopes"]],
    [{ label: "", scopes: ["clients:read"] }, ["/label"]],
    [{ label: "x".repeat(61), scopes: ["clients:read"] }, ["/label"]],
    [{ label: "x", scopes: [] }, ["/scopes"]],
    [{ label: "x", scopes: ["clients:read", "admin"] }, ["/scopes/1"]],
    [{ label: "x", scopes: "clients:read" }, ["/scopes"]],
    [{ label: "a\0b", scopes: ["clients:read"] }, ["/label"]],
    [{ label: "x", scopes: ["clients:read"], business_id: newId() }, ["/business_id"]],
  ];
  for (const [body, paths] of wrong) {
    const { status, body: answer } = await make(body);
    expect([status, answer.details?.fields.map(({ path }: { path: string }) => path)]).toEqual([422, paths]);
  }
});

test("a key is revoked once, and only in its own business", async () => {
  const made = await make({ label: "Short-lived", scopes: ["clients:read"] });
  const { id, key } = made.body.data;
  const otherUser = await signedUp(app);
  const otherBusiness = await businessOf(otherUser);
  const refused = [
    await otherUser.call("DELETE", `${otherBusiness}/api-keys/${id}`),
    await otherUser.call("DELETE", `${base}/api-keys/${id}`),
    await owner.call("DELETE", `${base}/api-keys/${newId()}`),
    await owner.call("DELETE", `${base}/api-keys/nonsense`),
  ];
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect(new Set(refused.map(({ text }) => text)).size).toBe(1);
  const revoked = await owner.call("DELETE", `${base}/api-keys/${id}`);
  expect([revoked.status, revoked.body.data]).toEqual([200, { id, deleted: true }]);
  expect((await asKey(key)).statusCode).toBe(401);
  expect((await owner.call("DELETE", `${base}/api-keys/${id}`)).status).toBe(404);
});

test("a key cannot create, list or revoke keys", async () => {
  const { id, key } = (await make({ label: "Ambitious", scopes: ["clients:read"] })).body.data;
  const headers = { authorization: `Bearer ${key}` };
  const url = `/api/v1${base}/api-keys`;
  const attempts = [
    app.inject({ method: "GET", url, headers }),
    app.inject({ method: "POST", url, headers, payload: { label: "x", scopes: ["clients:read"] } }),
    app.inject({ method: "DELETE", url: `${url}/${id}`, headers }),
  ];
  for (const answer of await Promise.all(attempts))
    expect([answer.statusCode, answer.json().code]).toEqual([403, "forbidden_role"]);
});

test(`${REVOCATIONS} revocations with two processes: no request succeeds after the revocation of its key`, {
  timeout: 900_000,
}, async () => {
  let late = 0;
  const round = async () => {
    const made = await make({ label: "Round", scopes: ["clients:read"] });
    expect([made.status, made.text]).toEqual([201, expect.anything()]);
    const { id, key } = made.body.data;
    let isRevoked = false;
    const ask = async (server: FastifyInstance) => {
      for (let after = 0; after < 2; ) {
        const askedAfter = isRevoked;
        const { statusCode } = await asKey(key, server);
        if (askedAfter && statusCode !== 401) late++;
        if (askedAfter) after++;
      }
    };
    const asking = [ask(app), ask(twin)];
    expect((await owner.call("DELETE", `${base}/api-keys/${id}`)).status).toBe(200);
    isRevoked = true;
    await Promise.all(asking);
  };
  for (let done = 0; done < REVOCATIONS; done += 10) await Promise.all(Array.from({ length: 10 }, round));
  expect(late).toBe(0);
});
