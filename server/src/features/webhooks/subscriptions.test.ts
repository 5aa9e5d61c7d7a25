import { describe, expect, test } from "vitest";
import { sql } from "../../../test/fixtures/sql.ts";
import { refusedFields, testApp } from "../../../test/fixtures/testApp.ts";
import { revokeApiKey } from "../access/api-keys/index.ts";

const open = await testApp({ isShared: true });

const URL = "http://127.0.0.1:9/hook?token=1";

async function subscribe(more: object = {}) {
  const answer = await open.call("POST", "/webhooks", { url: URL, events: ["client.created"], ...more });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data as { id: string; secret: string; events: string[]; source: string };
}

describe("creating an endpoint", () => {
  test("answers the endpoint with its secret, which is answered only once and stored encrypted", async () => {
    const { status, body } = await open.call("POST", "/webhooks", { url: URL, events: ["client.created"] });
    expect([status, body]).toEqual([
      201,
      {
        success: true,
        data: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          url: URL,
          events: ["client.created"],
          source: "manual",
          status: "enabled",
          failing_since: null,
          disabled_at: null,
          last_success_at: null,
          last_failure_at: null,
          last_error: null,
          created_at: "2027-03-01T06:00:00Z",
          updated_at: "2027-03-01T06:00:00Z",
          secret: expect.stringMatching(/^whsec_[0-9A-Za-z]{43}$/),
        },
      },
    ]);
    const listed = await open.call("GET", "/webhooks");
    const { secret, ...shown } = body.data;
    expect(listed.body.data.items[0]).toEqual(shown);
    const [stored] = await sql(open.database)<{ text: string }>`
      select table_to_xml('webhook_endpoints'::regclass, true, false, '')::text as text`;
    expect(stored?.text).toContain(URL.slice(0, 20));
    expect(stored?.text).not.toContain(secret);
    expect(stored?.text).not.toContain(secret.slice("whsec_".length));
  });

  test("stores the source, and each event type once, in the order of the spec", async () => {
    for (const source of ["manual", "zapier", "make"])
      expect((await subscribe({ source })).source).toBe(source);
    const events = ["sale.completed", "client.updated", "appointment.created", "client.updated"];
    expect((await subscribe({ events })).events).toEqual([
      "appointment.created",
      "client.updated",
      "sale.completed",
    ]);
  });

  test("refuses an invalid URL, event type or source, each by its field", async () => {
    const input = { url: URL, events: ["client.created"] };
    const cases: [object, string[]][] = [
      [{}, ["/events", "/url"]],
      [{ ...input, url: "hook" }, ["/url"]],
      [{ ...input, url: "" }, ["/url"]],
      [{ ...input, url: "ftp://127.0.0.1/" }, ["/url"]],
      [{ ...input, url: "javascript:alert(1)" }, ["/url"]],
      [{ ...input, url: "http://user:word@127.0.0.1/" }, ["/url"]],
      [{ ...input, url: `http://127.0.0.1/${"x".repeat(2000)}` }, ["/url"]],
      [{ ...input, events: [] }, ["/events"]],
      [{ ...input, events: ["client.created", "client.exploded"] }, ["/events/1"]],
      [{ ...input, events: "client.created" }, ["/events"]],
      [{ ...input, source: "ifttt" }, ["/source"]],
      [{ ...input, secret: "mine" }, ["/secret"]],
    ];
    for (const [body, fields] of cases)
      expect(refusedFields(await open.call("POST", "/webhooks", body)), JSON.stringify(body)).toEqual(fields);
  });

  test("needs the read scope of every event, and names missing scopes; invalid fields are reported first", async () => {
    const key = await open.keyWith("clients:read", "staff:read");
    const post = (events: string[], more = {}) =>
      open.call("POST", "/webhooks", { url: URL, events, ...more }, { authorization: `Bearer ${key}` });
    expect((await post(["client.created", "client.updated"])).status).toBe(201);
    const refused = await post([
      "client.created",
      "appointment.created",
      "sale.completed",
      "payment.refunded",
    ]);
    expect(refused).toMatchObject({
      status: 403,
      body: { code: "forbidden_role", details: { required: "appointments:read payments:read" } },
    });
    expect((await post(["sale.completed"], { source: "ifttt" })).status).toBe(422);
    // A caller who may not subscribe must not cause a DNS query.
    expect((await post(["sale.completed"], { url: "http://user:word@127.0.0.1/" })).status).toBe(403);
  });

  test("repeated with its Idempotency-Key creates one endpoint, and does not answer the secret again", async () => {
    const body = { url: `${URL}&once`, events: ["client.created"] };
    const headers = { "idempotency-key": "subscribe-once" };
    const first = await open.call("POST", "/webhooks", body, headers);
    const second = await open.call("POST", "/webhooks", body, headers);
    const { secret, ...rest } = first.body.data;
    expect(secret).toMatch(/^whsec_/);
    expect([second.status, second.body.data]).toEqual([201, rest]);
    const { items } = (await open.call("GET", "/webhooks?limit=100")).body.data;
    expect(items.filter(({ url }: { url: string }) => url === body.url)).toHaveLength(1);
  });

  test("is refused after a hundred endpoints, also with concurrent requests", async () => {
    const full = await testApp({ beside: open });
    const ask = () => full.call("POST", "/webhooks", { url: URL, events: ["client.created"] });
    // Sends the requests in batches of eight. The server creates the endpoints of a business one after another, so a hundred concurrent
    // requests would wait too long.
    const together = (count: number) => Promise.all(Array.from({ length: count }, ask));
    for (let made = 0; made < 96; made += 8) await together(8);
    const statuses = (await together(14)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(4);
    expect(statuses.filter((status) => status === 422)).toHaveLength(10);
    const { items } = (await full.call("GET", "/webhooks?limit=100")).body.data;
    await full.call("DELETE", `/webhooks/${items[0].id}`);
    expect((await ask()).status).toBe(201);
  });
});

describe("endpoints", () => {
  test("are listed newest first, of the caller's business only", async () => {
    const fixture = await testApp({ beside: open });
    const ids: string[] = [];
    for (let nth = 0; nth < 3; nth++) {
      const made = await fixture.call("POST", "/webhooks", { url: URL, events: ["client.created"] });
      ids.unshift(made.body.data.id);
    }
    const first = (await fixture.call("GET", "/webhooks?limit=2")).body.data;
    const second = (await fixture.call("GET", `/webhooks?limit=2&cursor=${first.next_cursor}`)).body.data;
    const seen = [...first.items, ...second.items].map(({ id }: { id: string }) => id);
    expect([seen, second.next_cursor]).toEqual([ids, null]);
  });

  test("stay when the API key that created them is revoked", async () => {
    const key = await open.keyWith("clients:read");
    const [made] = await sql(open.database)<{ id: string }>`
      select id from api_keys where business_id = ${open.salon.businessId}
      order by created_at desc, id desc limit 1`;
    const headers = { authorization: `Bearer ${key}` };
    const input = { url: URL, events: ["client.created"] };
    const { id } = (await open.call("POST", "/webhooks", input, headers)).body.data;
    const { database, salon, clock } = open;
    await database.transaction((tx) => revokeApiKey(tx, salon.businessId, made?.id ?? "", clock.now()));
    expect((await open.call("GET", "/webhooks", undefined, headers)).status).toBe(401);
    const { items } = (await open.call("GET", "/webhooks?limit=100")).body.data;
    expect(items.find((endpoint: { id: string }) => endpoint.id === id)).toMatchObject({ status: "enabled" });
  });

  test("are deleted with their log, once, by an API key with any read scope", async () => {
    const { id } = await subscribe();
    expect((await open.call("POST", `/webhooks/${id}/test`)).status).toBe(200);
    const headers = { authorization: `Bearer ${await open.keyWith("staff:read")}` };
    const removed = await open.call("DELETE", `/webhooks/${id}`, undefined, headers);
    expect([removed.status, removed.body.data]).toEqual([200, { id, deleted: true }]);
    for (const [method, path] of [
      ["DELETE", ""],
      ["POST", "/enable"],
      ["POST", "/test"],
      ["POST", "/rotate-secret"],
      ["GET", "/deliveries"],
    ] as const)
      expect((await open.call(method, `/webhooks/${id}${path}`)).status, path).toBe(404);
  });

  test("of another business answer 404", async () => {
    const other = await testApp({ beside: open });
    const { id } = await subscribe();
    for (const path of ["/enable", "/test", "/rotate-secret"])
      expect((await other.call("POST", `/webhooks/${id}${path}`)).status, path).toBe(404);
    expect((await other.call("DELETE", `/webhooks/${id}`)).status).toBe(404);
    expect((await open.call("POST", `/webhooks/${id}/enable`)).status).toBe(200);
  });
});
