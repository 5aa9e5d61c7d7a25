import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { bookingOf, testApp } from "../../../test/fixtures/testApp.ts";
import { newId } from "../../kernel/ids.ts";

const open = await testApp({ isShared: true });
const other = await testApp({ beside: open });
const readKey = await open.keyWith("appointments:read");

interface Sent {
  readonly method?: "GET" | "POST" | "PATCH" | "PUT" | "DELETE" | "HEAD" | "OPTIONS";
  readonly path?: string;
  readonly business?: string;
  readonly key?: string | null;
  readonly payload?: string | Buffer;
  readonly type?: string | null;
}

async function send({ method = "POST", path = "/appointments", business, key, payload, type }: Sent) {
  const authorization = key === null ? {} : { authorization: `Bearer ${key ?? open.salon.key}` };
  const hasType = type !== null && (type ?? payload) !== undefined;
  const contentType = hasType ? { "content-type": type ?? JSON_TYPE } : {};
  const answer = await open.app.inject({
    method,
    url: `/api/v1/businesses/${business ?? open.salon.businessId}${path}`,
    headers: { ...authorization, ...contentType },
    ...(payload === undefined ? {} : { payload }),
  });
  const code = answer.body === "" ? undefined : answer.json().code;
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, code };
}
const JSON_TYPE = "application/json";
const booking = () =>
  JSON.stringify(bookingOf(open.salon, "2027-03-29T09:00:00Z", [[open.salon.cut, open.salon.anna]]));

describe("the checks of a request run in the order of the contract", () => {
  test("a missing key is reported before everything else", async () => {
    for (const key of [null, "dbk_x", "", `${open.salon.key}x`]) {
      const answer = await send({ key, business: newId(), payload: "{", type: "text/plain" });
      expect(answer).toMatchObject({ status: 401, code: "unauthenticated" });
      expect(answer.headers["www-authenticate"]).toBe("Bearer");
    }
  });

  test("another business is reported before scope and body, the same for a foreign, an unknown and a malformed id", async () => {
    const answers = await Promise.all(
      [other.salon.businessId, newId(), "x", "urn:uuid:1", "%00"].map((business) =>
        send({ business, key: readKey, payload: "{", type: "text/plain" }),
      ),
    );
    expect(answers.map(({ status, code }) => ({ status, code }))).toEqual(
      answers.map(() => ({ status: 404, code: "not_found" })),
    );
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
  });

  test("a missing scope is reported before media type, size and syntax", async () => {
    for (const [payload, type] of [
      ["{", JSON_TYPE],
      ["{}", "text/plain"],
      [" ".repeat(300_000), JSON_TYPE],
    ] as const) {
      const answer = await send({ key: readKey, payload, type });
      expect(answer).toMatchObject({ status: 403, code: "forbidden_role" });
      expect(JSON.parse(answer.text).details).toEqual({ required: "appointments:write" });
    }
  });

  test("media type, size and syntax are reported before fields", async () => {
    expect(await send({ payload: "{}", type: "text/plain" })).toMatchObject({ status: 415 });
    expect(await send({ payload: "{}", type: null })).toMatchObject({ status: 415 });
    expect(await send({ payload: "{}", type: "application/jsonx" })).toMatchObject({ status: 415 });
    expect(await send({ payload: "{}", type: "application/json; charset=latin1" })).toMatchObject({
      status: 415,
    });
    expect(await send({ payload: "{}", type: "application/json;charset=UTF-8" })).toMatchObject({
      status: 422,
    });
    expect(await send({ payload: "{" })).toMatchObject({ status: 400, code: "malformed_request" });
    expect(await send({ payload: "" })).toMatchObject({ status: 400 });
    expect(await send({ payload: Buffer.from([0x22, 0xff, 0x22]) })).toMatchObject({ status: 400 });
    expect(await send({ payload: `"${"x".repeat(262_143)}"` })).toMatchObject({
      status: 413,
      code: "payload_too_large",
    });
    expect(await send({ payload: `"${"x".repeat(262_142)}"` })).toMatchObject({ status: 422 });
  });

  test("fields are reported before the record in the path, and that before its references", async () => {
    const path = `/appointments/${newId()}/schedule`;
    expect(await send({ method: "PATCH", path, payload: "{}" })).toMatchObject({ status: 422 });
    const items = [{ id: newId(), staff_id: newId() }];
    const payload = JSON.stringify({ starts_at: "2027-03-29T09:00:00Z", items });
    expect(await send({ method: "PATCH", path, payload })).toMatchObject({ status: 404 });
  });

  test("too deep nesting answers 422 with its path", async () => {
    const answer = await send({ payload: `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}` });
    expect(answer).toMatchObject({ status: 422, code: "validation_failed" });
    expect((await send({ payload: "[".repeat(100_000) })).status).toBe(400);
  });

  test("names of Object.prototype are unknown fields", async () => {
    const answer = await send({ payload: '{"__proto__":{"items":[]},"constructor":1}' });
    expect(JSON.parse(answer.text).details.fields.map((field: { path: string }) => field.path)).toEqual(
      expect.arrayContaining(["/__proto__", "/constructor"]),
    );
  });
});

describe("routes and methods", () => {
  test("an unknown route answers 404 whatever its body", async () => {
    const sent: Sent[] = [
      { method: "GET", path: "/nothing" },
      { path: "/nothing", payload: "x", type: "text/plain" },
      { path: "/nothing", payload: "{" },
      { path: "/nothing", payload: " ".repeat(300_000) },
      { method: "GET", path: "/appointments/" },
      { method: "GET", path: "/appointments/%zz" },
      { method: "GET", path: `/${"x".repeat(3000)}` },
    ];
    for (const one of sent) expect(await send(one)).toMatchObject({ status: 404, code: "not_found" });
  });

  test("an unsupported method answers 405 with the allowed methods", async () => {
    const one = `/appointments/${newId()}`;
    for (const [sent, allow] of [
      [{ method: "PUT", path: "/appointments" }, "GET, POST, HEAD"],
      [{ method: "DELETE", path: one, payload: "x", type: "text/plain" }, "GET, HEAD"],
      [{ method: "POST", path: one, payload: "{" }, "GET, HEAD"],
      [{ method: "POST", path: one, payload: " ".repeat(300_000) }, "GET, HEAD"],
      [{ method: "GET", path: `${one}/note` }, "PATCH"],
      [{ method: "HEAD", path: `${one}/note` }, "PATCH"],
      [{ method: "OPTIONS", path: "/blocks" }, "GET, POST, HEAD"],
    ] as [Sent, string][]) {
      const answer = await send(sent);
      expect(answer.status).toBe(405);
      if (sent.method !== "HEAD") expect(answer.code).toBe("method_not_allowed");
      expect(answer.headers.allow).toBe(allow);
    }
  });

  test("HEAD answers like GET without a body", async () => {
    const booked = await send({ payload: booking() });
    const path = `/appointments/${JSON.parse(booked.text).data.id}`;
    const [get, head] = [await send({ method: "GET", path }), await send({ method: "HEAD", path })];
    expect(head).toMatchObject({ status: 200, text: "" });
    expect(head.headers.etag).toBe(get.headers.etag);
    expect(await send({ method: "HEAD", path: `/appointments/${newId()}` })).toMatchObject({ status: 404 });
    expect(await send({ method: "HEAD", path, key: null })).toMatchObject({ status: 401 });
  });

  test("every answer has a request id of its own", async () => {
    const answers = await Promise.all([
      send({ method: "GET", path: "/nothing" }),
      send({ method: "PUT" }),
      send({ payload: "{" }),
      send({ key: null }),
      send({ payload: booking() }),
    ]);
    const ids = answers.map((answer) => String(answer.headers["x-request-id"]));
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[\x21-\x7e]{8,}$/);
  });

  test("an operation without a body accepts an empty body of any content type, and {}", async () => {
    const path = `/blocks/${newId()}`;
    for (const sent of [
      { payload: "", type: "text/plain" },
      { payload: "", type: "nonsense" },
      { payload: "", type: JSON_TYPE },
      { payload: "{}", type: JSON_TYPE },
      { payload: " { } ", type: JSON_TYPE },
      {},
    ])
      expect(await send({ method: "DELETE", path, ...sent })).toMatchObject({ status: 404 });
    expect(await send({ method: "DELETE", path, payload: '{"a":1}' })).toMatchObject({ status: 422 });
    expect(await send({ method: "DELETE", path, payload: "[]" })).toMatchObject({ status: 422 });
    expect(await send({ method: "DELETE", path, payload: "x", type: "text/plain" })).toMatchObject({
      status: 415,
    });
  });

  test("a 500 has no details of its cause", async () => {
    const noise = randomBytes(2000);
    for (let at = 0; at < 40; at++) {
      const answer = await send({ payload: noise.subarray(at * 50, at * 50 + 50) });
      expect([400, 422]).toContain(answer.status);
      expect(answer.text).not.toMatch(/at \/|node_modules|SyntaxError|ajv|select /i);
    }
  });
});
