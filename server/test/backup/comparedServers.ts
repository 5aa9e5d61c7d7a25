import type { FastifyInstance } from "fastify";
import { expect } from "vitest";
import { buildApp } from "../../src/app.ts";
import { addMembership } from "../../src/features/access/accounts/index.ts";
import { linkToken, manageUrl } from "../../src/features/booking/manage-links/index.ts";
import type { BlobStore } from "../../src/platform/blobs/index.ts";
import type { Database } from "../../src/platform/database/index.ts";
import type { Route } from "../../src/platform/http/route.ts";
import { addressOf, nameOf, type RecordsApp } from "../contract/recordsApp.ts";
import { connectedClient } from "../fixtures/connectedClient.ts";
import { openPatiently } from "../fixtures/database.ts";
import { type Browser, signedUp } from "../fixtures/signedIn.ts";
import { isFullRun } from "../fullRun.ts";

/** The secret of both installations, so that the tokens in their responses are equal. */
export const SECRET = "a secret that both installations have, 32 characters at least";

/** Returns the credentials for reading all routes: an API key, an owner's session and a kiosk's cookie. */
function credentialsOf({ salon, kioskCookie }: RecordsApp, owner: Browser): Record<string, string>[] {
  return [{ authorization: `Bearer ${salon.key}` }, { cookie: owner.cookie() }, { cookie: kioskCookie }];
}

/**
 * Compares the responses of two servers to every GET of the route table, with all credentials. Returns the routes that never
 * responded with 200 and whose data was therefore not compared.
 */
export async function routesNotRead(
  fixture: RecordsApp,
  [here, there]: readonly [Served, Served],
  {
    owner,
    ids,
    without = [],
  }: {
    readonly owner: Browser;
    readonly ids: RecordsApp["ids"];
    /** Paths to exclude from the comparison. */
    readonly without?: readonly string[];
  },
): Promise<string[]> {
  // Excludes three routes. The visitor's client list needs a short-lived visitor token, only sandboxes have a test clock, and
  // no backup contains the files of exports.
  const routes = fixture.routes.filter(
    ({ method, path }) =>
      method === "GET" &&
      !/\/(visitor|test-clock|exports\/:export\/file)$/.test(path) &&
      !without.includes(path),
  );
  const { businessId } = fixture.salon;
  const linked = { businessId, appointmentId: ids.appointment ?? "" };
  const manageToken = manageUrl("", SECRET, linked).split("/").at(-1) ?? "";
  const waitlistToken = linkToken(SECRET, "waitlist links", { businessId, id: ids.entry ?? "" });
  const idsFor = ({ path }: Route) => {
    if (path.startsWith("/public/appointments/")) return { ...ids, token: manageToken };
    return path.startsWith("/public/waitlist/") ? { ...ids, token: waitlistToken } : ids;
  };
  const read = new Set<Route>();
  for (const route of routes) {
    for (const headers of credentialsOf(fixture, owner)) {
      const url = urlOf(route, idsFor(route));
      const [before, after] = await bothAnswer(here, there, url, headers);
      expect(after, url).toEqual(before);
      if (before.status === 200) read.add(route);
    }
  }
  return routes.filter((route) => !read.has(route)).map(nameOf);
}

export interface Served {
  readonly app: FastifyInstance;
  readonly database: Database;
  close(): Promise<void>;
}

export async function served(
  connectionString: string,
  clock: RecordsApp["clock"],
  blobs: BlobStore,
): Promise<Served> {
  const database = openPatiently({ connectionString });
  const app = await buildApp({ database, clock, secret: SECRET, blobs });
  return {
    app,
    database,
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

/** Signs up a user on a server with the restored secret and makes the user an owner of the salon. */
export async function ownerOf({ salon, clock }: RecordsApp, { app, database }: Served): Promise<Browser> {
  const owner = await signedUp(app);
  const membership = {
    userId: owner.userId,
    businessId: salon.businessId,
    role: "owner",
    staffId: null,
  } as const;
  await database.transaction((tx) => addMembership(tx, { ...membership, now: clock.now() }));
  return owner;
}

/** Uploads a photo of the fixture's client. Returns the token in the photo's URL. */
export async function photoOf({ ids }: RecordsApp, here: Served, owner: Browser): Promise<string> {
  const path = `/clients/${ids.client}/photos`;
  const { url } = await uploaded(here, owner, "POST", `/businesses/${ids.business}${path}`, {
    stage: "before",
    taken_at: "2027-02-27T10:00:00Z",
    consent: JSON.stringify({ given: true, date: "2027-02-27", scope: "record" }),
  });
  return tokenIn(url);
}

/** Uploads the photo of a staff member. Returns the token in its URL. */
export async function pictureOf({ ids }: RecordsApp, here: Served, owner: Browser): Promise<string> {
  const { photo_url } = await uploaded(
    here,
    owner,
    "PUT",
    `/businesses/${ids.business}/staff/${ids.staff}/photo`,
  );
  return tokenIn(photo_url);
}

const tokenIn = (url: unknown) => String(url).split("/").at(-1) ?? "";

/** Sends a form with an image. Returns the record in the response. */
async function uploaded(
  { app }: Served,
  owner: Browser,
  method: "POST" | "PUT",
  path: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Readonly<Record<string, unknown>>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new Blob([Buffer.from(smallestPng, "base64")], { type: "image/png" }), "before.png");
  const body = new Response(form);
  const answer = await app.inject({
    method,
    url: `/api/v1${path}`,
    headers: {
      "content-type": body.headers.get("content-type") ?? "",
      cookie: owner.cookie(),
      host: "localhost:80",
      origin: "http://localhost:80",
    },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  expect(answer.statusCode, answer.body).toBe(method === "POST" ? 201 : 200);
  return answer.json().data;
}

const smallestPng =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Sends the same GET request to both servers. Returns the two responses. */
export async function bothAnswer(here: Served, there: Served, url: string, headers: Record<string, string>) {
  const [before, after] = await Promise.all(
    [here, there].map(async ({ app }) => {
      const { statusCode: status, body } = await app.inject({
        url,
        headers: { host: "localhost:80", ...headers },
      });
      return { status, body };
    }),
  );
  if (before === undefined || after === undefined) throw new Error("There must be two answers.");
  return [before, after] as const;
}

/** Returns the URL of a route with its required query parameters. */
function urlOf(route: Route, ids: RecordsApp["ids"]): string {
  const { required = [], properties = {} } = (route.query ?? {}) as {
    required?: string[];
    properties?: Readonly<Record<string, { readonly format?: string }>>;
  };
  const given: Record<string, string | undefined> = {
    from: "2027-03-01T00:00:00Z",
    to: "2027-04-20T00:00:00Z",
    location_id: ids.location,
    service_ids: ids.service,
    client_id: ids.client,
  };
  const givenFor = (name: string) =>
    properties[name]?.format === "date" ? given[name]?.slice(0, 10) : given[name];
  const query = new URLSearchParams(required.map((name): [string, string] => [name, givenFor(name) ?? ""]));
  return `${addressOf(route, ids)}?${query}`;
}

/** The sampling interval for clients and appointments: the test reads about one in `SHARE`. */
const SHARE = isFullRun ? 4 : 20;

/**
 * Returns the paths of a sample of the demo's clients and appointments, of all services, staff members and locations, and of
 * all weeks in the demo's calendar.
 */
export async function everyPath(connectionString: string): Promise<string[]> {
  const rows = await rowsOf(
    connectionString,
    `select '/clients/' || id || deeper as path
     from clients cross join (values (''), ('/appointments?limit=100'), ('/forms'), ('/wallet')) as below (deeper)
     where abs(hashtext(id::text)) % ${SHARE} = 0
     union all select '/appointments/' || id from appointments where abs(hashtext(id::text)) % ${SHARE} = 0
     union all select '/services/' || id from services
     union all select '/staff/' || id || '/hours' from staff
     union all select '/locations/' || id from locations
     union all
     select
       '/appointments?limit=1000&location_id=' || locations.id || '&from=' || to_char(week, 'YYYY-MM-DD"T00:00:00Z"')
         || '&to=' || to_char(week + interval '7 days', 'YYYY-MM-DD"T00:00:00Z"')
     from locations cross join generate_series('2027-02-01'::timestamp, '2027-06-01', '7 days') as week
     order by path`,
  );
  return rows.map(({ path }) => String(path));
}

export async function rowsOf(connectionString: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = await connectedClient(connectionString);
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
