import { addMembership } from "../../src/features/access/accounts/index.ts";
import { newId } from "../../src/kernel/ids.ts";
import { ROLES, type Role, SCOPES, type Scope } from "../../src/kernel/scopes.ts";
import { signedIn } from "../fixtures/signedIn.ts";
import { type TestApp, testApp } from "../fixtures/testApp.ts";

/** A caller and the headers of its requests. */
export interface ApiCaller {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface RequestInput {
  /** Ids in the path, by their names in the specification. `business` is the salon by default. */
  readonly ids?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Outcome {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of any shape.
  readonly body: any;
}

/** A salon and a second business on a listening server, with API keys and sessions of business members for HTTP requests. */
export interface TwoBusinesses extends TestApp {
  /** The base URL, `http://127.0.0.1:…`, without the API's path. */
  readonly address: string;
  /** One key for each scope. */
  readonly keys: ReadonlyMap<Scope, ApiCaller>;
  /** A key with every scope. */
  readonly program: ApiCaller;
  readonly revoked: ApiCaller;
  /** A caller without credentials. */
  readonly anonymous: ApiCaller;
  /** A signed-in business member for each role. The role `staff` is linked to Anna. */
  readonly members: ReadonlyMap<Role, ApiCaller>;
  readonly owner: ApiCaller;
  /** A signed-in user who is not a member of the salon. */
  readonly outsider: ApiCaller;
  readonly other: TestApp;
  /** Sends a request to an operation, named as in the specification (`GET /me`). */
  ask(caller: ApiCaller, operation: string, input?: RequestInput): Promise<Outcome>;
  /** Like `ask`, but throws on an error status and returns `data`. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  get(caller: ApiCaller, operation: string, input?: RequestInput): Promise<any>;
  /** Returns whether the server's OpenAPI description has the operation. */
  has(operation: string): boolean;
  /** Returns a different day on each call. */
  newDay(): Day;
}

export interface Day {
  readonly date: string;
  /** Converts a local time `HH:MM` on this day to a date-time with its UTC offset. */
  at(wallTime: string): string;
  /** Returns the day this many days later. */
  plus(days: number): Day;
}

interface Description {
  readonly paths: Readonly<Record<string, object>>;
}

export async function twoBusinesses(): Promise<TwoBusinesses> {
  const open = await testApp();
  const other = await testApp({ beside: open });
  const { app, database, clock, salon } = open;
  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  const { paths } = (await (await fetch(`${address}/api/v1/openapi.json`)).json()) as Description;
  const known = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );

  const ask: TwoBusinesses["ask"] = async (
    caller,
    operation,
    { ids = {}, query = {}, body, headers = {} } = {},
  ) => {
    const [method = "", path = ""] = operation.split(" ");
    const named: Readonly<Record<string, string>> = { business: salon.businessId, ...ids };
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => named[name] ?? newId());
    const search = Object.keys(query).length === 0 ? "" : `?${new URLSearchParams(query)}`;
    const isForm = body instanceof FormData;
    const answer = await fetch(`${address}/api/v1${filled}${search}`, {
      method,
      headers: {
        ...caller.headers,
        ...(method === "GET" ? {} : { origin: address }),
        ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
  };
  const get: TwoBusinesses["get"] = async (caller, operation, input) => {
    const response = await ask(caller, operation, input);
    if (response.status >= 300) throw new Error(`${operation} answered ${response.status}: ${response.text}`);
    return response.body.data;
  };

  const userWith = async (name: string, role?: Role): Promise<ApiCaller> => {
    const user = await signedIn(open);
    const staffId = role === "staff" ? salon.anna : null;
    if (role !== undefined) {
      const member = { userId: user.userId, businessId: salon.businessId, role, staffId, now: clock.now() };
      await database.transaction((tx) => addMembership(tx, member));
    }
    return { name, headers: { cookie: user.cookie() } };
  };
  const keyOf = (key: string, name: string) => ({ name, headers: { authorization: `Bearer ${key}` } });
  const keys = new Map<Scope, ApiCaller>();
  for (const scope of SCOPES) keys.set(scope, keyOf(await open.keyWith(scope), `a key with ${scope}`));
  const members = new Map<Role, ApiCaller>();
  for (const role of ROLES) members.set(role, await userWith(`the ${role}`, role));
  const owner = members.get("owner") as ApiCaller;
  const lost = await get(owner, "POST /businesses/{business}/api-keys", {
    body: { label: "Lost", scopes: SCOPES },
  });
  await get(owner, "DELETE /businesses/{business}/api-keys/{key}", { ids: { key: lost.id } });

  let days = 0;
  return {
    ...open,
    address,
    other,
    keys,
    members,
    owner,
    ask,
    get,
    program: keyOf(salon.key, "a key with every scope"),
    revoked: keyOf(lost.key, "a key that was revoked"),
    anonymous: { name: "no credential", headers: {} },
    outsider: await userWith("a user of no business"),
    has: (operation) => known.includes(operation),
    newDay: () => dayAt(Date.UTC(2027, 3, 5) + DAY_MS * days++),
  };
}

const DAY_MS = 86_400_000;

function dayAt(midnightAt: number): Day {
  const date = new Date(midnightAt).toISOString().slice(0, 10);
  return {
    date,
    at: (wallTime) => `${date}T${wallTime}:00${offsetOn(date)}`,
    plus: (days) => dayAt(midnightAt + DAY_MS * days),
  };
}

/**
 * Returns the UTC offset on a date by the daylight saving rule of the European Union, independently of the code under test.
 */
function offsetOn(date: string): string {
  const year = Number(date.slice(0, 4));
  const lastSunday = (month: number) => {
    const end = new Date(Date.UTC(year, month + 1, 0));
    return Date.UTC(year, month, end.getUTCDate() - end.getUTCDay());
  };
  const at = Date.parse(date);
  return lastSunday(2) <= at && at < lastSunday(9) ? "+02:00" : "+01:00";
}
