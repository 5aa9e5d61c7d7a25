import type { TSchema } from "typebox";
import { beforeAll, describe, expect, test } from "vitest";
import { ERROR_STATUS, type ErrorCode } from "../../src/kernel/errors.ts";
import { column, statement } from "../../src/platform/database/index.ts";
import type { Route } from "../../src/platform/http/route.ts";
import { sql } from "../fixtures/sql.ts";
import { isFullRun } from "../fullRun.ts";
import { HOSTILE_BODIES, HOSTILE_HEADERS, HOSTILE_QUERIES, HOSTILE_TEXTS, HOSTILE_VALUES } from "./corpus.ts";
import {
  addressOf,
  bodyFor,
  credentialsFor,
  nameOf,
  type RecordsApp,
  recordsApp,
  sentAs,
} from "./recordsApp.ts";

let fixture: RecordsApp;
beforeAll(async () => {
  fixture = await recordsApp();
  everything = await everythingIn(fixture.database);
});

interface Sent {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
}

/** Sends a request with valid credentials. The default content type of a body is JSON. */
async function send(route: Route, { url, headers = {}, payload }: Sent) {
  const type = payload === undefined ? {} : { "content-type": "application/json" };
  const all = { ...type, ...credentialsFor(route, fixture), ...headers };
  const answer = await fixture.app.inject({
    method: route.method,
    url,
    // Changes the IP address regularly to stay below the rate limits per address of public routes.
    remoteAddress: `10.0.${Math.floor(++requests / 250) % 250}.${requests % 250}`,
    headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== "")),
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, text: answer.body, headers: answer.headers };
}

let requests = 0;

let samples = 0;

/** The sampling interval outside a full run. Each route gets one in `SHARE` values, or one value of a shorter list. */
const SHARE = 64;

/**
 * Returns all values in a full run, otherwise a sample. Each call shifts the sample by one, so that the routes together get
 * all values.
 */
function sampleOf<T>(values: readonly T[]): readonly T[] {
  if (isFullRun) return values;
  const share = Math.min(SHARE, values.length);
  const start = samples++ % share;
  return values.filter((_, index) => index % share === start);
}

type Answer = Awaited<ReturnType<typeof send>>;

/**
 * Matches internal details that a response must not contain: paths, stack traces, and messages of libraries or the database.
 */
const INSIDES =
  /node_modules|\bat \/|\.ts:\d|TypeError|RangeError|SyntaxError|invalid input syntax|violates|constraint|pg_|ajv/i;

/** Asserts that a response has the contract's envelope and a status below 500. */
function expectEnvelope(answer: Answer, said: () => string) {
  const wrong = wrongsOf(answer);
  if (wrong.length > 0) expect.fail(`${said()}: ${wrong.join(", ")} → ${answer.text.slice(0, 300)}`);
}

/**
 * Returns the rules that a response violates. Uses plain comparisons for speed, because the test checks about 60,000
 * responses.
 */
function wrongsOf({ status, text, headers }: Answer): string[] {
  // Successful CSV exports and calendar files have no envelope.
  if (status === 200 && /^text\/(csv|calendar)/.test(String(headers["content-type"]))) return [];
  const body = JSON.parse(text);
  const fields: readonly { path: string; message: string }[] = body.details?.fields ?? [];
  const isSuccess = status < 300;
  const promises = {
    "the status is 5xx": status < 500,
    "the content type is not JSON": headers["content-type"] === "application/json; charset=utf-8",
    "the request id is missing": /^[0-9a-f-]{36}$/.test(String(headers["x-request-id"])),
    "`success` does not match the status": body.success === isSuccess,
    "the code belongs to another status": isSuccess || ERROR_STATUS[body.code as ErrorCode] === status,
    "the message is empty or reveals internal details": isSuccess || isPublicMessage(body.message),
    "a path is not a JSON pointer": fields.every(({ path }) => /^(\/|$)/.test(path)),
    "the message of a field is empty or reveals internal details": fields.every(({ message }) =>
      isPublicMessage(message),
    ),
  };
  return Object.entries(promises).flatMap(([wrong, isMet]) => (isMet ? [] : [wrong]));
}

function isPublicMessage(message: unknown): boolean {
  return typeof message === "string" && message !== "" && !INSIDES.test(message);
}

/** Tables that any request may change. */
const CHANGING_TABLES = [
  "api_keys",
  "idempotency_keys",
  "request_buckets",
  "request_quotas",
  "user_sessions",
];

/** Returns a statement that computes a digest of all rows in all other tables, including tables added in the future. */
async function everythingIn(database: RecordsApp["database"]) {
  const tables = await sql(database)<{ name: string }>`
    select quote_ident(tablename) as name
    from pg_tables
    where schemaname = 'public'
      and tablename <> all (${CHANGING_TABLES}::text[])
    order by tablename`;
  const sums = tables.map(
    ({ name }) =>
      `select '${name}' as name, coalesce(sum(hashtextextended(stored::text, 0)), 0)::text as rows from ${name} as stored`,
  );
  return statement({
    name: "test_hostile_everything",
    columns: { digest: column.text },
    // Without `order by`, a parallel plan would change the order of the tables between calls.
    sql: `select string_agg(rows, ' ' order by name) as digest from (${sums.join(" union all ")}) as sums`,
  });
}

let everything: Awaited<ReturnType<typeof everythingIn>>;
const digest = async () => (await fixture.database.query(everything, {}))[0]?.digest;

/** A request of a route, with its description for messages. */
interface Attempt extends Sent {
  readonly route: Route;
  readonly what: string;
}

/**
 * Sends all requests in batches and returns the rejected requests. A batch of rejected requests must not change the database.
 * While some requests of a batch succeed, sends the rejected requests again separately: a request that was rejected may succeed after
 * the change of another.
 */
async function sendAll(attempts: readonly Attempt[]): Promise<Attempt[]> {
  const rejected: Attempt[] = [];
  for (const batch of batchesOf(attempts)) {
    let before = lastDigest ?? (await digest());
    let sent = batch;
    let refused = await refusedOf(sent);
    while (refused.length < sent.length) {
      sent = refused;
      before = await digest();
      refused = await refusedOf(sent);
    }
    rejected.push(...refused);
    const after = await digest();
    // After a successful request, the server may write after its response, so the digest cannot be reused.
    lastDigest = refused.length < batch.length ? undefined : after;
    const said = `${refused.map(nameOfAttempt).join(" or ")} has changed the database`;
    expect(after, said).toBe(before);
  }
  return rejected;
}

/** The digest after the last batch, reused before the next batch; undefined if a request of the last batch succeeded. */
let lastDigest: string | undefined;

/** The number of requests in a batch, of one or several routes. A digest of all tables takes as long as dozens of rejected requests. */
const BATCH_SIZE = 100;
/** The number of uploads in a batch. The server processes one photo at a time and responds with 503 when more than 50 wait. */
const UPLOAD_BATCH_SIZE = 40;

function batchesOf(attempts: readonly Attempt[]): Attempt[][] {
  const isUpload = ({ route }: Attempt) => route.upload !== undefined;
  const parts = [
    { all: attempts.filter((attempt) => !isUpload(attempt)), size: BATCH_SIZE },
    { all: attempts.filter(isUpload), size: UPLOAD_BATCH_SIZE },
  ];
  return parts.flatMap(({ all, size }) =>
    Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
      all.slice(index * size, (index + 1) * size),
    ),
  );
}

const nameOfAttempt = ({ route, what }: Attempt) => `${nameOf(route)} ${what}`;

async function refusedOf(batch: readonly Attempt[]): Promise<Attempt[]> {
  const answers = await Promise.all(batch.map((attempt) => send(attempt.route, attempt)));
  batch.forEach((attempt, index) => {
    expectEnvelope(answers[index] as Answer, () => nameOfAttempt(attempt));
  });
  return batch.filter((_, index) => (answers[index] as Answer).status >= 300);
}

/** Returns the paths of all values in a body. */
function placesIn(schema: TSchema | undefined, value: unknown, path: readonly string[] = []): string[][] {
  const shape = schema as { properties?: Record<string, TSchema>; items?: TSchema } | undefined;
  if (Array.isArray(value))
    return [
      [...path],
      ...value.flatMap((inner, index) => placesIn(shape?.items, inner, [...path, `${index}`])),
    ];
  const fields = { ...shape?.properties };
  if (value !== null && typeof value === "object") {
    const held = value as Record<string, unknown>;
    const names = new Set([...Object.keys(fields), ...Object.keys(held)]);
    return [[...path], ...[...names].flatMap((name) => placesIn(fields[name], held[name], [...path, name]))];
  }
  return [[...path]];
}

/** Returns the JSON of a body in which the value at `path` is replaced with the JSON `hostile`. */
function planted(body: unknown, path: readonly string[], hostile: string): string {
  const mark = "\ue000planted\ue000";
  const copy: unknown = structuredClone(body);
  let holder = { root: copy } as Record<string, unknown>;
  let last = "root";
  for (const name of path) {
    holder = holder[last] as Record<string, unknown>;
    last = name;
  }
  const root = holder;
  root[last] = mark;
  return JSON.stringify(path.length === 0 ? mark : copy).replace(JSON.stringify(mark), () => hostile);
}

/**
 * Filters the route table. Each kind of input is one test over all routes, because the table is not available before
 * `beforeAll`.
 */
const routesWith = (wanted: (route: Route) => boolean) => {
  const found = fixture.routes.filter(wanted);
  expect(found.length).toBeGreaterThan(3);
  return found;
};

/** Returns unknown ids for operations that delete records, because later tests need the fixture's records. */
const idsFor = (route: Route) =>
  route.method === "DELETE" || route.path.endsWith("/erase")
    ? { business: fixture.salon.businessId }
    : fixture.ids;

test("the digest changes with a write", async () => {
  const before = await digest();
  expect(await digest()).toBe(before);
  await fixture.call("POST", "/clients", { first_name: "Ada" });
  expect(await digest()).not.toBe(before);
});

describe("no route answers 5xx or writes to the database because of", { timeout: 480_000 }, () => {
  test("invalid bodies", async () => {
    const attempts = routesWith((each) => each.method !== "GET").flatMap((route) => {
      const url = addressOf(route, idsFor(route));
      return sampleOf(HOSTILE_BODIES).map(({ body, type }) => ({
        route,
        what: `body ${String(body).slice(0, 40)} as ${type}`,
        url,
        payload: body,
        ...(type === undefined ? {} : { headers: { "content-type": type ?? "" } }),
      }));
    });
    await sendAll(attempts);
  });

  test("invalid values of fields", async () => {
    const routes = routesWith((each) => each.body !== undefined);
    const attempts = routes.flatMap((route) => {
      const url = addressOf(route, fixture.ids);
      const body = bodyFor(route, fixture.ids);
      return placesIn(route.body, body).flatMap((path) =>
        sampleOf(HOSTILE_VALUES).map(async (hostile) => ({
          route,
          what: `/${path.join("/")} ${hostile.slice(0, 60)}`,
          url,
          ...(await sentAs(route, planted(body, path, hostile))),
        })),
      );
    });
    const rejecting = new Set((await sendAll(await Promise.all(attempts))).map(({ route }) => route));
    expect(routes.filter((route) => !rejecting.has(route)).map(nameOf)).toEqual([]);
  });

  test("duplicate and unknown fields", async () => {
    const attempts = routesWith((each) => each.body !== undefined).flatMap((route) => {
      const url = addressOf(route, fixture.ids);
      const json = JSON.stringify(bodyFor(route, fixture.ids));
      const [first] = Object.keys(bodyFor(route, fixture.ids));
      // An upload may contain only the file, so its body may have no field to repeat.
      const twice = first === undefined ? [] : [`"${first}":{"":[]}`];
      const more = [...twice, '"unknown":1', '"__proto__":{"a":1}', '"constructor":1', '"":1'];
      return more.map(async (field) => ({
        route,
        what: field,
        url,
        ...(await sentAs(route, `${json.slice(0, -1)}${first === undefined ? "" : ","}${field}}`)),
      }));
    });
    const all = await Promise.all(attempts);
    const rejected = new Set(await sendAll(all));
    expect(all.filter((attempt) => !rejected.has(attempt)).map(nameOfAttempt)).toEqual([]);
  });

  test("malformed queries, and parameters with values of a wrong type", async () => {
    const attempts = routesWith(() => true).flatMap((route) => {
      const url = addressOf(route, idsFor(route));
      const plain = route.query === undefined ? {} : bodyFor({ ...route, body: route.query }, fixture.ids);
      const query = (more: string[][]) =>
        new URLSearchParams([
          ...Object.entries(plain).filter(([name]) => !more.some(([other]) => other === name)),
          ...more,
        ] as [string, string][]).toString();
      const planted = Object.keys(route.query?.properties ?? {}).flatMap((name) => [
        ...sampleOf(HOSTILE_TEXTS).map((text) => query([[name, text]])),
        query([
          [name, "1"],
          [name, "1"],
        ]),
      ]);
      const payload = route.body === undefined ? {} : { payload: "{}" };
      return [...sampleOf(HOSTILE_QUERIES), ...planted].map((search) => ({
        route,
        what: `?${search.slice(0, 120)}`,
        url: `${url}?${search}`,
        ...payload,
      }));
    });
    await sendAll(attempts);
  });

  test("invalid path ids: they are answered like unknown ids", async () => {
    const attempts = routesWith((each) => each.path.includes(":")).flatMap((route) => {
      const payload =
        route.body === undefined ? {} : { payload: JSON.stringify(bodyFor(route, fixture.ids)) };
      return [...route.path.matchAll(/:(\w+)/g)].flatMap(([, name = ""]) => {
        const texts = HOSTILE_TEXTS.filter((text) => text !== "" && text.isWellFormed());
        const broken = ["%", "%zz", "%c0%af", "%ff", "..%2f..", ".", ".."];
        return sampleOf([...texts.map(encodeURIComponent), ...broken]).map((id) => ({
          route,
          what: `:${name} ${id.slice(0, 40)}`,
          url: addressOf(route, { ...fixture.ids, [name]: id }),
          ...payload,
        }));
      });
    });
    await sendAll(attempts);
  });

  test("hostile headers", async () => {
    const attempts = routesWith(() => true).flatMap((route) => {
      const url = addressOf(route, idsFor(route));
      const payload = route.body === undefined ? {} : { payload: "{}" };
      return sampleOf(HOSTILE_HEADERS).map((headers) => ({
        route,
        what: JSON.stringify(headers).slice(0, 80),
        url,
        headers,
        ...payload,
      }));
    });
    await sendAll(attempts);
  });
});
