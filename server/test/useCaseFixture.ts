import { expect } from "vitest";
import { createUser } from "../src/features/access/accounts/index.ts";
import { apiKeyAuthenticator, createApiKey } from "../src/features/access/api-keys/index.ts";
import { createBusiness } from "../src/features/business/businesses/index.ts";
import { createLocation, type LocationInput } from "../src/features/business/locations/index.ts";
import { createStaffMember, type StaffMemberInput } from "../src/features/business/staff/index.ts";
import { settableClock } from "../src/kernel/clock.ts";
import type { Scope } from "../src/kernel/scopes.ts";
import type { Context } from "../src/platform/context.ts";
import { type Database, openDatabase, type Transaction } from "../src/platform/database/index.ts";
import type { Route } from "../src/platform/http/route.ts";
import { buildServer } from "../src/platform/http/server.ts";
import { freshDatabase } from "./database.ts";

/** Empty businesses of one owner, to be furnished by the use cases themselves, and some routes by which they are read. */
export interface UseCaseFixture {
  readonly database: Database;
  /** When everything is made. */
  readonly now: number;
  /** Runs a use case in a transaction of its own. */
  does<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** In Berlin, without a place, a menu or a team. */
  newBusiness(): Promise<string>;
  newLocation(businessId: string, name: string, more?: Partial<LocationInput>): Promise<string>;
  newStaffMember(businessId: string, more?: Partial<StaffMemberInput>): Promise<string>;
  newKey(businessId: string, ...scopes: Scope[]): Promise<string>;
  /** GET of a path below a business; null asks without a key. */
  get(businessId: string, path: string, key: string | null): Promise<Answer>;
  close(): Promise<void>;
}

interface Answer {
  readonly statusCode: number;
  readonly body: string;
  json(): ReturnType<typeof JSON.parse>;
}

export async function openUseCaseFixture(
  now: number,
  routes: (context: Context) => Route[] = () => [],
): Promise<UseCaseFixture> {
  const fresh = await freshDatabase();
  const database = openDatabase({ connectionString: fresh.connectionString });
  const context = { database, clock: settableClock(now) };
  const authenticate = apiKeyAuthenticator(context);
  const app = await buildServer({ routes: routes(context), authenticate, checkAnswers: true });
  const does: UseCaseFixture["does"] = (work) => database.transaction(work);
  const person = { email: "jana@example.com", firstName: "Jana", lastName: "Lindner", now };
  const owner = await does((tx) => createUser(tx, person));
  return {
    database,
    now,
    does,
    newBusiness: async () => (await does((tx) => createBusiness(tx, owner.id, berlin, now))).id,
    newLocation: async (businessId, name, more) =>
      (await does((tx) => createLocation(tx, businessId, { name, address, ...more }, now))).id,
    newStaffMember: async (businessId, more) =>
      (
        await does((tx) =>
          createStaffMember(tx, businessId, { first_name: "Ada", location_ids: [], ...more }, now),
        )
      ).id,
    newKey: async (businessId, ...scopes) => {
      const wanted = { businessId, userId: owner.id, label: "Tests", scopes, now };
      return (await does((tx) => createApiKey(tx, wanted))).key;
    },
    get: (businessId, path, key) =>
      app.inject({
        url: `/api/v1/businesses/${businessId}/${path}`,
        headers: key === null ? {} : { authorization: `Bearer ${key}` },
      }),
    close: async () => {
      await app.close();
      await authenticate.close();
      await database.close();
      await fresh.drop();
    },
  };
}

const berlin = {
  name: "Salon",
  type: "salon",
  time_zone: "Europe/Berlin",
  currency: "EUR",
  country: "DE",
} as const;

const address = { line1: "Lindenallee 7", city: "Berlin", country: "DE" };

/** Expects a use case to refuse exactly these fields. */
export function refuses(work: Promise<unknown>, ...paths: string[]): Promise<void> {
  return expect(work).rejects.toMatchObject({
    code: "validation_failed",
    details: { fields: paths.map((path) => ({ path })) },
  });
}

/** Expects a use case to know nothing of what it was told to change. */
export function isUnknown(work: Promise<unknown>): Promise<void> {
  return expect(work).rejects.toMatchObject({ code: "not_found" });
}
