import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { closedAtEnd } from "../../../test/fixtures/closeAtEnd.ts";
import { openPatiently } from "../../../test/fixtures/database.ts";
import { signedIn } from "../../../test/fixtures/signedIn.ts";
import { sql } from "../../../test/fixtures/sql.ts";
import { bookingOf, type TestApp, testApp } from "../../../test/fixtures/testApp.ts";
import { isFullRun } from "../../../test/fullRun.ts";
import { buildApp } from "../../app.ts";
import { column, type Database, statement } from "../database/index.ts";

let open: TestApp;
/** The database pool and the app of a second server process, on the same database. */
let secondDatabase: Database;
let second: FastifyInstance;
beforeAll(async () => {
  open = await testApp();
  secondDatabase = openPatiently({ connectionString: open.connectionString });
  second = closedAtEnd(await buildApp({ database: secondDatabase, clock: open.clock, checkAnswers: true }));
});

const DAY_MS = 86_400_000;
const countOf = (table: string) =>
  statement({
    name: `test_idempotency_count_${table}`,
    columns: { number: column.integer },
    sql: `select count(*) as number from ${table}`,
  });
const [clients, appointments, events, storedResponses] = [
  countOf("clients"),
  countOf("appointments"),
  countOf("events"),
  countOf("idempotency_keys"),
];
/** Returns the number of rows of each table, for detecting the effects of a request. */
async function rows() {
  const counts = [clients, appointments, events, storedResponses].map((each) =>
    open.database.query(each, {}),
  );
  return (await Promise.all(counts)).map(([row]) => row?.number ?? -1);
}

interface Sent {
  readonly key?: string;
  readonly idempotencyKey?: string | undefined;
  readonly app?: FastifyInstance;
  readonly method?: "POST" | "PATCH" | "GET" | "DELETE";
  readonly path?: string;
  readonly body?: unknown;
  readonly payload?: string;
  readonly headers?: Record<string, string>;
}

async function send({ app = open.app, method = "POST", path = "/clients", body, payload, ...sent }: Sent) {
  const answer = await app.inject({
    method,
    url: `/api/v1/businesses/${open.salon.businessId}${path}`,
    headers: {
      authorization: `Bearer ${sent.key ?? open.salon.key}`,
      ...(body === undefined && payload === undefined ? {} : { "content-type": "application/json" }),
      ...(sent.idempotencyKey === undefined ? {} : { "idempotency-key": sent.idempotencyKey }),
      ...sent.headers,
    },
    ...(body === undefined && payload === undefined ? {} : { payload: payload ?? JSON.stringify(body) }),
  });
  const isReplay = answer.headers["idempotency-replayed"] === "true";
  return {
    status: answer.statusCode,
    text: answer.body,
    isReplay,
    headers: answer.headers,
    body: answer.json(),
  };
}

/** The number of start times returned so far. Each call of `freshStart` returns a start one hour later. */
let hours = 0;
function freshStart(): string {
  return new Date(Date.UTC(2030, 0, 1) + 3_600_000 * ++hours).toISOString();
}
const booking = (startsAt: string) => bookingOf(open.salon, startsAt, [[open.salon.cut, open.salon.anna]]);

describe("the same request again", () => {
  test("is answered the same and does nothing", async () => {
    const request = { idempotencyKey: randomUUID(), body: { first_name: "Ada" } };
    const first = await send(request);
    const after = await rows();
    for (const app of [open.app, second]) {
      const again = await send({ ...request, app });
      expect(again).toMatchObject({ status: 201, isReplay: true, text: first.text });
      expect(again.headers.etag).toBe(first.headers.etag);
      expect(again.headers["content-type"]).toBe(first.headers["content-type"]);
    }
    expect(first).toMatchObject({ status: 201, isReplay: false });
    expect(await rows()).toEqual(after);
  });

  test("is answered as it was then, even when the record has moved on", async () => {
    const made = await send({ body: { first_name: "Ada" } });
    const path = `/clients/${made.body.data.id}`;
    const change = { method: "PATCH", path, idempotencyKey: "a", body: { first_name: "Bea" } } as const;
    const changed = await send(change);
    await send({ method: "PATCH", path, body: { first_name: "Cleo" } });
    expect(await send(change)).toMatchObject({ isReplay: true, text: changed.text });
    expect((await send({ method: "GET", path })).body.data.first_name).toBe("Cleo");
  });

  test("a booking, a move and a transition are done once", async () => {
    const book = { path: "/appointments", idempotencyKey: "b", body: booking(freshStart()) };
    const booked = await send(book);
    const path = `/appointments/${booked.body.data.id}`;
    const move = {
      method: "PATCH",
      path: `${path}/schedule`,
      idempotencyKey: "c",
      body: { starts_at: freshStart() },
    } as const;
    const arrive = { path: `${path}/transitions`, idempotencyKey: "d", body: { to: "arrived" } };
    const moved = await send(move);
    const arrived = await send(arrive);
    const before = await rows();
    for (const [request, first] of [
      [book, booked],
      [move, moved],
      [arrive, arrived],
    ] as const) {
      expect(first.status).toBeLessThan(300);
      expect(await send(request)).toMatchObject({ isReplay: true, text: first.text, status: first.status });
    }
    expect(await rows()).toEqual(before);
  });

  test("without a key is done again", async () => {
    const before = await rows();
    await send({ body: { first_name: "Ada" } });
    await send({ body: { first_name: "Ada" } });
    const [people = 0, , , keys] = before;
    expect((await rows())[0]).toBe(people + 2);
    expect((await rows())[3]).toBe(keys);
  });

  test("is executed again after 24 hours, and the new response is stored", async () => {
    const request = { idempotencyKey: "daily", body: { first_name: "Ada" } };
    const first = await send(request);
    const now = open.clock.now();
    open.clock.set(now + DAY_MS - 1);
    expect((await send(request)).body.data.id).toBe(first.body.data.id);
    open.clock.set(now + DAY_MS);
    const next = await send(request);
    expect(next).toMatchObject({ status: 201, isReplay: false });
    expect(next.body.data.id).not.toBe(first.body.data.id);
    expect(await send(request)).toMatchObject({ isReplay: true, text: next.text });
    open.clock.set(now);
  });

  test("of another caller is another request", async () => {
    const key = await open.keyWith("clients:write");
    const request = { idempotencyKey: "shared", body: { first_name: "Ada" } };
    const [mine, theirs] = [await send(request), await send({ ...request, key })];
    expect(theirs).toMatchObject({ status: 201, isReplay: false });
    expect(theirs.body.data.id).not.toBe(mine.body.data.id);
  });
});

describe("a key of another request", () => {
  test("is refused for any difference", async () => {
    const request = { idempotencyKey: "mine", body: { first_name: "Ada" } };
    const made = await send(request);
    const before = await rows();
    const others: Sent[] = [
      { body: { first_name: "Bea" } },
      { payload: '{"first_name": "Ada"}' },
      { body: undefined },
      { path: "/clients?x=1" },
      { path: "/appointments" },
      { method: "PATCH", path: `/clients/${made.body.data.id}` },
    ];
    for (const other of others) {
      const answer = await send({ ...request, ...other, headers: { "content-type": "application/json" } });
      // An empty body is not JSON, so it is rejected before the key is looked up.
      if ("body" in other && other.body === undefined) expect(answer.status).toBe(400);
      else
        expect(answer).toMatchObject({
          status: 422,
          body: { code: "idempotency_key_reused" },
          isReplay: false,
        });
    }
    expect(await rows()).toEqual(before);
    expect(await send(request)).toMatchObject({ isReplay: true, text: made.text });
  });

  test("with an invalid form is malformed", async () => {
    const before = await rows();
    for (const idempotencyKey of ["", "x".repeat(256), "ä", "a\tb"]) {
      const answer = await send({ idempotencyKey, body: { first_name: "Ada" } });
      expect(answer).toMatchObject({ status: 400, body: { code: "malformed_request" } });
    }
    expect(await rows()).toEqual(before);
    const longest = "~ ".repeat(127).concat("~");
    expect((await send({ idempotencyKey: longest, body: { first_name: "Ada" } })).status).toBe(201);
    expect((await send({ idempotencyKey: longest, body: { first_name: "Ada" } })).isReplay).toBe(true);
  });

  test("counts for POST and PATCH only", async () => {
    for (const [method, path] of [
      ["GET", "/clients"],
      ["DELETE", `/blocks/${randomUUID()}`],
    ] as const) {
      const keyed = { method, path, idempotencyKey: "x".repeat(300) };
      const plain = { method, path };
      expect((await send(keyed)).status).toBe((await send(plain)).status);
    }
  });
});

describe("refusals", () => {
  test("of the request are stored: 404, 409, 412 and 422", async () => {
    const at = freshStart();
    const booked = await send({ path: "/appointments", body: booking(at) });
    const path = `/appointments/${booked.body.data.id}`;
    const refused: [number, Sent][] = [
      [404, { method: "PATCH", path: `/clients/${randomUUID()}`, body: {} }],
      [404, { method: "PATCH", path: "/clients/not-an-id", body: {} }],
      [409, { path: "/appointments", body: booking(at) }],
      [
        412,
        {
          method: "PATCH",
          path: `${path}/note`,
          body: { internal_note: "x" },
          headers: { "if-match": '"9"' },
        },
      ],
      [422, { body: { first_name: "" } }],
      [422, { path: "/appointments", body: { ...booking(at), client_id: randomUUID() } }],
      [422, { path: "/clients?no=parameter", body: { first_name: "Ada" } }],
    ];
    for (const [status, sent] of refused) {
      const request = { ...sent, idempotencyKey: randomUUID() };
      const first = await send(request);
      expect(first, JSON.stringify(first.body)).toMatchObject({ status, isReplay: false });
      expect(await send({ ...request, app: second })).toMatchObject({
        status,
        isReplay: true,
        text: first.text,
      });
    }
  });

  test("stay what they were, although the request would be granted by now", async () => {
    const at = freshStart();
    const booked = await send({ path: "/appointments", body: booking(at) });
    const again = { path: "/appointments", body: booking(at), idempotencyKey: randomUUID() };
    const taken = await send(again);
    expect(taken.status).toBe(409);
    expect(taken.body.details.alternatives.length).toBeGreaterThan(0);
    await send({ path: `/appointments/${booked.body.data.id}/transitions`, body: { to: "cancelled" } });
    expect(await send(again)).toMatchObject({ status: 409, isReplay: true, text: taken.text });
    expect((await send({ ...again, idempotencyKey: randomUUID() })).status).toBe(201);
  });

  test("of the caller or the moment are not stored: 400, 401, 403, 413, 415", async () => {
    const idempotencyKey = randomUUID();
    const body = { first_name: "Ada" };
    const before = await rows();
    const readOnly = await open.keyWith("clients:read");
    const refusals: [number, Sent][] = [
      [400, { payload: "{" }],
      [401, { body, key: "dbk_unknown" }],
      [403, { body, key: readOnly }],
      [413, { payload: `"${"x".repeat(300_000)}"` }],
      [415, { body, headers: { "content-type": "text/plain" } }],
    ];
    for (const [status, sent] of refusals) {
      expect(await send({ ...sent, idempotencyKey })).toMatchObject({ status, isReplay: false });
    }
    expect(await rows()).toEqual(before);
    expect(await send({ body, idempotencyKey })).toMatchObject({ status: 201, isReplay: false });
  });
});

describe("identical concurrent requests", () => {
  test("run once, in one process and in two", async () => {
    for (let round = 0; round < 10; round++) {
      const request = { idempotencyKey: randomUUID(), body: { first_name: "Ada" } };
      const before = await rows();
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) => send({ ...request, app: index % 2 ? second : open.app })),
      );
      expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
      expect(answers[0]?.status).toBe(201);
      expect(answers.filter((answer) => !answer.isReplay)).toHaveLength(1);
      expect((await rows()).map((number, table) => number - (before[table] ?? 0))).toEqual([1, 0, 1, 1]);
    }
  });

  test("create one appointment, and none of them gets time_conflict", async () => {
    for (let round = 0; round < 10; round++) {
      const request = { path: "/appointments", idempotencyKey: randomUUID(), body: booking(freshStart()) };
      const before = await rows();
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) => send({ ...request, app: index % 2 ? second : open.app })),
      );
      expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
      expect(answers[0]?.status).toBe(201);
      expect(answers.filter((answer) => !answer.isReplay)).toHaveLength(1);
      expect((await rows()).map((number, table) => number - (before[table] ?? 0))).toEqual([0, 1, 1, 1]);
    }
  });

  test("get the same response while other requests compete for the slot", async () => {
    for (let round = 0; round < 10; round++) {
      const body = booking(freshStart());
      const [one, other] = [randomUUID(), randomUUID()];
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, index) =>
          send({
            path: "/appointments",
            idempotencyKey: index % 2 ? one : other,
            body,
            app: index % 4 < 2 ? second : open.app,
          }),
        ),
      );
      const of = (odd: number) => answers.filter((_, index) => index % 2 === odd);
      for (const twins of [of(0), of(1)]) expect(new Set(twins.map((each) => each.text)).size).toBe(1);
      expect([of(0)[0]?.status, of(1)[0]?.status].sort()).toEqual([201, 409]);
    }
  });

  test("with two different bodies: one is done, the other is refused", async () => {
    for (let round = 0; round < 10; round++) {
      const idempotencyKey = randomUUID();
      const before = await rows();
      const answers = await Promise.all(
        ["Ada", "Bea"].map((first_name, index) =>
          send({ idempotencyKey, body: { first_name }, app: index ? second : open.app }),
        ),
      );
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, 422]);
      expect(answers.find((answer) => answer.status === 422)?.body.code).toBe("idempotency_key_reused");
      expect((await rows()).map((number, table) => number - (before[table] ?? 0))).toEqual([1, 0, 1, 1]);
    }
  });
});

describe("the answer commits with the effect", () => {
  const breakKeys = statement({
    name: "test_idempotency_break",
    sql: "alter table idempotency_keys add constraint test_nothing_is_kept check (status = 0) not valid",
  });
  const mendKeys = statement({
    name: "test_idempotency_mend",
    sql: "alter table idempotency_keys drop constraint if exists test_nothing_is_kept",
  });
  afterEach(() => open.database.query(mendKeys, {}));

  test("a request whose response cannot be stored is not executed", async () => {
    const before = await rows();
    await open.database.query(breakKeys, {});
    const request = { idempotencyKey: randomUUID(), body: { first_name: "Ada" } };
    expect((await send(request)).status).toBe(500);
    expect((await send({ ...request, path: "/appointments", body: booking(freshStart()) })).status).toBe(500);
    await open.database.query(mendKeys, {});
    expect(await rows()).toEqual(before);
    expect(await send(request)).toMatchObject({ status: 201, isReplay: false });
  });
});

describe("a signed-in user", () => {
  test("makes a business once, and a key whose secret is never shown again", async () => {
    const browser = await signedIn(open);
    const business = {
      name: "Salon Eins",
      type: "salon",
      time_zone: "Europe/Berlin",
      currency: "EUR",
      country: "DE",
    };
    const once = { "idempotency-key": "first" };
    const [made, again] = [
      await browser.call("POST", "/businesses", business, once),
      await browser.call("POST", "/businesses", business, once),
    ];
    expect(again).toMatchObject({
      status: 201,
      text: made.text,
      headers: { "idempotency-replayed": "true" },
    });

    const path = `/businesses/${made.body.data.id}/api-keys`;
    const wanted = { label: "Mine", scopes: ["staff:read"] };
    // A user's idempotency key is the same key in all of the user's businesses.
    expect((await browser.call("POST", path, wanted, once)).body.code).toBe("idempotency_key_reused");
    const another = { "idempotency-key": "second" };
    const shown = await browser.call("POST", path, wanted, another);
    const replayed = await browser.call("POST", path, wanted, another);
    const { key, ...record } = shown.body.data;
    expect(key).toMatch(/^dbk_/);
    expect(replayed).toMatchObject({ status: 201, headers: { "idempotency-replayed": "true" } });
    expect(replayed.body).toEqual({ success: true, data: record });
    const storedResponses = await sql(open.database)<{ body: string }>`select body from idempotency_keys`;
    expect(storedResponses.filter(({ body }) => body.includes(key))).toEqual([]);
    expect((await browser.call("GET", path)).body.data.items).toHaveLength(1);
  });
});

test("any text and any body come back as they were sent", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({
        unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
        minLength: 1,
        maxLength: 255,
      }),
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
      async (word, first_name) => {
        const request = { idempotencyKey: `${hours++}${word}`.slice(0, 255), body: { first_name } };
        const [first, again] = [await send(request), await send(request)];
        expect(again).toMatchObject({ status: first.status, text: first.text, isReplay: true });
      },
    ),
    { numRuns: isFullRun ? 200 : 20 },
  );
});
