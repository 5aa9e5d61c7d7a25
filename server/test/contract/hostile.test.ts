import type { TSchema } from "typebox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ERROR_STATUS, type ErrorCode } from "../../src/kernel/errors.ts";
import { column, statement } from "../../src/platform/database/index.ts";
import type { Route } from "../../src/platform/http/route.ts";
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
afterAll(() => fixture.close());

interface Sent {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
}

/** Sends it with what lets the caller in; a body is JSON unless it says otherwise. */
async function send(route: Route, { url, headers = {}, payload }: Sent) {
  const type = payload === undefined ? {} : { "content-type": "application/json" };
  const all = { ...type, ...credentialsFor(route, fixture), ...headers };
  const answer = await fixture.app.inject({
    method: route.method,
    url,
    // Where nobody is known an address has its minute: it is not the limit that is tried here.
    remoteAddress: `10.0.${Math.floor(++requests / 250) % 250}.${requests % 250}`,
    headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== "")),
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, text: answer.body, headers: answer.headers };
}

let requests = 0;

let samples = 0;

/**
 * All values in a full run. Otherwise every third, starting one later each time, so that every route gets some of the
 * values and every value is sent to many routes.
 */
function sampleOf<T>(values: readonly T[]): readonly T[] {
  if (isFullRun) return values;
  const start = samples++ % 3;
  return values.filter((_, index) => index % 3 === start);
}

type Answer = Awaited<ReturnType<typeof send>>;

/** What must never be read in an answer: our words about ourselves, and other programs' about their troubles. */
const INSIDES =
  /node_modules|\bat \/|\.ts:\d|TypeError|RangeError|SyntaxError|invalid input syntax|violates|constraint|pg_|ajv/i;

/** Asserts that an answer is one of the contract's: never ours to be ashamed of, always in the envelope. */
function expectEnvelope(answer: Answer, said: () => string) {
  const wrong = wrongsOf(answer);
  if (wrong.length > 0) expect.fail(`${said()}: ${wrong.join(", ")} → ${answer.text.slice(0, 300)}`);
}

/** What is wrong with an answer, in plain comparisons: some sixty thousand answers are looked at. */
function wrongsOf({ status, text, headers }: Answer): string[] {
  const body = JSON.parse(text);
  const fields: readonly { path: string; message: string }[] = body.details?.fields ?? [];
  const isGranted = status < 300;
  const promises = {
    "it is our failure": status < 500,
    "it is not said to be JSON": headers["content-type"] === "application/json; charset=utf-8",
    "it has no request id": /^[0-9a-f-]{36}$/.test(String(headers["x-request-id"])),
    "it does not say whether it succeeded": body.success === isGranted,
    "the code is of another status": isGranted || ERROR_STATUS[body.code as ErrorCode] === status,
    "the message says nothing, or too much": isGranted || isFitForOthers(body.message),
    "a path is none": fields.every(({ path }) => /^(\/|$)/.test(path)),
    "what is said of a field is too much": fields.every(({ message }) => isFitForOthers(message)),
  };
  return Object.entries(promises).flatMap(([wrong, isKept]) => (isKept ? [] : [wrong]));
}

function isFitForOthers(message: unknown): boolean {
  return typeof message === "string" && message !== "" && !INSIDES.test(message);
}

/** What comes and goes with every request. */
const PASSING = "'api_keys', 'idempotency_keys', 'request_buckets', 'user_sessions'";

const listTables = statement(
  "test_hostile_tables",
  { name: column.text },
  `select quote_ident(tablename) as name
   from pg_tables
   where schemaname = 'public'
     and tablename not in (${PASSING})
   order by tablename`,
);

/** Everything that businesses keep: every row of all tables, so that a table that comes later is looked at too. */
async function everythingIn(database: RecordsApp["database"]) {
  const tables = await database.query(listTables, []);
  const sums = tables.map(
    ({ name }) =>
      `select coalesce(sum(hashtextextended(kept::text, 0)), 0)::text as rows from ${name} as kept`,
  );
  return statement(
    "test_hostile_everything",
    { digest: column.text },
    `select string_agg(rows, ' ') as digest from (${sums.join(" union all ")}) as sums`,
  );
}

let everything: Awaited<ReturnType<typeof everythingIn>>;
const digest = async () => (await fixture.database.query(everything, []))[0]?.digest;

/**
 * Sends all of it, a few at a time. While none of a few is granted nothing may change; of the others, those that were
 * refused are sent once more to see that it was not they who wrote. Answers how many were refused.
 */
async function storm(route: Route, all: readonly (Sent & { readonly what: string })[]): Promise<number> {
  let refusals = 0;
  let before = await digest();
  for (let at = 0; at < all.length; at += AT_A_TIME) {
    const few = all.slice(at, at + AT_A_TIME);
    const refused = await refusedOf(route, few);
    refusals += refused.length;
    if (refused.length < few.length) {
      before = await digest();
      await refusedOf(route, refused);
    }
    const after = await digest();
    const said = `${nameOf(route)} has written something: ${refused.map((sent) => sent.what).join(" or ")}`;
    expect(after, said).toBe(before);
  }
  return refusals;
}

/** Looking at all tables costs as much as dozens of refusals. */
const AT_A_TIME = 100;

async function refusedOf<S extends Sent & { readonly what: string }>(
  route: Route,
  few: readonly S[],
): Promise<S[]> {
  const answers = await Promise.all(few.map((sent) => send(route, sent)));
  few.forEach((sent, index) => {
    expectEnvelope(answers[index] as Answer, () => `${nameOf(route)} ${sent.what}`);
  });
  return few.filter((_, index) => (answers[index] as Answer).status >= 300);
}

/** Every place in a body where a value stands, as the path to it. */
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

/** JSON of a body with the JSON text `hostile` at one place of it. */
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

/** The table is only known once the fixture stands; each kind of attack is one test over all of it. */
const routesWith = (wanted: (route: Route) => boolean) => {
  const found = fixture.routes.filter(wanted);
  expect(found.length).toBeGreaterThan(3);
  return found;
};

/** Of what cannot be taken back, a record that never was: the next route needs the fixture's. */
const idsFor = (route: Route) =>
  route.method === "DELETE" || route.path.endsWith("/erase")
    ? { business: fixture.salon.businessId }
    : fixture.ids;

test("a write is seen", async () => {
  const before = await digest();
  expect(await digest()).toBe(before);
  await fixture.call("POST", "/clients", { first_name: "Ada" });
  expect(await digest()).not.toBe(before);
});

describe("no route is hurt, and nothing is written, by", { timeout: 480_000 }, () => {
  test("bodies that are none", async () => {
    for (const route of routesWith((each) => each.method !== "GET")) {
      const url = addressOf(route, idsFor(route));
      const all = HOSTILE_BODIES.map(({ body, type }) => ({
        what: `body ${String(body).slice(0, 40)} as ${type}`,
        url,
        payload: body,
        ...(type === undefined ? {} : { headers: { "content-type": type ?? "" } }),
      }));
      await storm(route, all);
    }
  });

  test("fields that hold something else than they should", async () => {
    for (const route of routesWith((each) => each.body !== undefined)) {
      const url = addressOf(route, fixture.ids);
      const body = bodyFor(route, fixture.ids);
      const all = await Promise.all(
        placesIn(route.body, body).flatMap((path) =>
          sampleOf(HOSTILE_VALUES).map(async (hostile) => ({
            what: `/${path.join("/")} ${hostile.slice(0, 60)}`,
            url,
            ...(await sentAs(route, planted(body, path, hostile))),
          })),
        ),
      );
      expect(await storm(route, all), nameOf(route)).toBeGreaterThan(0);
    }
  });

  test("fields given twice, and fields that nobody knows", async () => {
    for (const route of routesWith((each) => each.body !== undefined)) {
      const url = addressOf(route, fixture.ids);
      const json = JSON.stringify(bodyFor(route, fixture.ids));
      const [first] = Object.keys(bodyFor(route, fixture.ids));
      const more = [`"${first}":{"":[]}`, '"nobody":1', '"__proto__":{"a":1}', '"constructor":1', '"":1'];
      const all = await Promise.all(
        more.map(async (field) => ({
          what: field,
          url,
          ...(await sentAs(route, `${json.slice(0, -1)},${field}}`)),
        })),
      );
      expect(await storm(route, all), nameOf(route)).toBe(all.length);
    }
  });

  test("queries that are none, and parameters that hold something else than they should", async () => {
    for (const route of routesWith(() => true)) {
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
      const all = [...sampleOf(HOSTILE_QUERIES), ...planted].map((search) => ({
        what: `?${search.slice(0, 120)}`,
        url: `${url}?${search}`,
        ...payload,
      }));
      await storm(route, all);
    }
  });

  test("path ids that are none: they are answered like one that never was", async () => {
    for (const route of routesWith((each) => each.path.includes(":"))) {
      const payload =
        route.body === undefined ? {} : { payload: JSON.stringify(bodyFor(route, fixture.ids)) };
      const all = [...route.path.matchAll(/:(\w+)/g)].flatMap(([, name = ""]) => {
        const texts = HOSTILE_TEXTS.filter((text) => text !== "" && text.isWellFormed());
        const broken = ["%", "%zz", "%c0%af", "%ff", "..%2f..", ".", ".."];
        return sampleOf([...texts.map(encodeURIComponent), ...broken]).map((id) => ({
          what: `:${name} ${id.slice(0, 40)}`,
          url: addressOf(route, { ...fixture.ids, [name]: id }),
          ...payload,
        }));
      });
      await storm(route, all);
    }
  });

  test("headers that are junk", async () => {
    for (const route of routesWith(() => true)) {
      const url = addressOf(route, idsFor(route));
      const payload = route.body === undefined ? {} : { payload: "{}" };
      await storm(
        route,
        sampleOf(HOSTILE_HEADERS).map((headers) => ({
          what: JSON.stringify(headers).slice(0, 80),
          url,
          headers,
          ...payload,
        })),
      );
    }
  });
});
