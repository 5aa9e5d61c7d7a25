import type { FastifyInstance } from "fastify";
import { buildApp } from "../src/app.ts";
import { createApiKey } from "../src/features/access/api-keys/index.ts";
import { createService, type ServiceInput } from "../src/features/business/services/index.ts";
import { createClient } from "../src/features/clients/clients/index.ts";
import { type DatabaseClock, settableClock } from "../src/kernel/clock.ts";
import type { Scope } from "../src/kernel/scopes.ts";
import { type Database, openDatabase } from "../src/platform/database/index.ts";
import { type Sealer, sealer } from "../src/platform/encryption.ts";
import { freshDatabase } from "./database.ts";
import { callerOf, makeSalon, type Salon } from "./salon.ts";

/** A Monday, seven in the morning in Berlin: two hours before the salon opens. */
export const MONDAY_AT = Date.UTC(2027, 2, 1, 6);

/** A salon whose calendar is served from a database of its own, every answer checked against its schema. */
export interface OpenSalon {
  readonly salon: Salon;
  readonly database: Database;
  readonly connectionString: string;
  readonly app: FastifyInstance;
  readonly clock: ReturnType<typeof settableClock>;
  /** Where the database's clock is for what is sent; a test may put another function there. */
  readonly databaseClock: { -readonly [K in keyof DatabaseClock]: DatabaseClock[K] };
  /** Opens what the server has sealed. */
  readonly sealer: Sealer;
  readonly call: ReturnType<typeof callerOf>;
  /** Books one item, of Anna's unless told; answers the response. */
  book(startsAt: string, serviceId: string, staffId?: string, more?: object): Promise<Answer>;
  /** Another key of the business. */
  keyWith(...scopes: Scope[]): Promise<string>;
  addService(shape: Partial<ServiceInput>): Promise<string>;
  addClient(client: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

export type Answer = Awaited<ReturnType<ReturnType<typeof callerOf>>>;

/** Opens a salon; with `beside` it is another business on the same server and database. */
export async function openSalon(
  options: Parameters<typeof makeSalon>[2] & { beside?: OpenSalon } = {},
): Promise<OpenSalon> {
  const { beside, ...shape } = options;
  const house = beside === undefined ? await newHouse() : { ...beside, close: async () => {} };
  const { app, clock, database } = house;
  const salon = await makeSalon(database, clock, shape);
  const { businessId, ownerId: userId, locationId } = salon;
  const call = callerOf(app, salon);
  const now = () => clock.now();
  return {
    ...house,
    salon,
    call,
    book: (startsAt, serviceId, staffId = salon.anna, more = {}) =>
      call("POST", "/appointments", bookingOf(salon, startsAt, [[serviceId, staffId]], more)),
    keyWith: async (...scopes) => {
      const wanted = { businessId, userId, label: "Narrow", scopes, now: now() };
      return (await database.transaction((tx) => createApiKey(tx, wanted))).key;
    },
    addService: async (more) => {
      const service = {
        name: "Service",
        duration_minutes: 60,
        min_notice_minutes: 0,
        price: { amount: 5000, currency: "EUR" },
        location_ids: [locationId],
        staff: [{ staff_id: salon.anna }, { staff_id: salon.ben }],
        ...more,
      } as ServiceInput;
      return (await database.transaction((tx) => createService(tx, businessId, service, now()))).id;
    },
    addClient: async (more) => {
      const client = { first_name: "Ada", ...more };
      const wanted = { businessId, createdBy: null, now: now(), client };
      return (await database.transaction((tx) => createClient(tx, wanted))).id;
    },
  };
}

async function newHouse() {
  const fresh = await freshDatabase();
  const database = openDatabase({ connectionString: fresh.connectionString });
  const clock = settableClock(MONDAY_AT);
  const secret = "a secret that every test may know";
  const databaseClock = { aheadMs: () => 0 };
  // Receivers of tests listen on this machine.
  const webhooks = { allowPrivate: true, allowHttp: true };
  const app = await buildApp({ database, clock, checkAnswers: true, secret, webhooks, databaseClock });
  return {
    app,
    clock,
    database,
    databaseClock,
    sealer: sealer(secret),
    connectionString: fresh.connectionString,
    close: async () => {
      // Whoever asked over the network may still hold a connection open; a test does not wait for them.
      app.server.closeAllConnections();
      await app.close();
      await database.close();
      await fresh.drop();
    },
  };
}

/** The body of a booking. */
export function bookingOf(
  salon: Salon,
  startsAt: string,
  items: readonly (readonly [serviceId: string, staffId: string])[],
  more: object = {},
) {
  return {
    location_id: salon.locationId,
    client_id: salon.clientId,
    starts_at: startsAt,
    items: items.map(([service_id, staff_id]) => ({ service_id, staff_id })),
    ...more,
  };
}

/** Paths of the fields that an answer refuses, sorted. */
export function refusedFields(answer: Answer): string[] {
  const { code, details } = answer.body as {
    code?: string;
    details?: { fields?: { path: string; message: string }[] };
  };
  if (answer.status !== 422 || code !== "validation_failed") return [`${answer.status} ${code}`];
  return (details?.fields ?? []).map((field) => field.path).sort();
}

/** Asks for availability at the salon's place, for a day or from `from` to `to`. */
export async function ask(
  { salon, call }: OpenSalon,
  serviceIds: string | readonly string[],
  query: { from: string; [name: string]: string },
) {
  const service_ids = [serviceIds].flat().join();
  const search = new URLSearchParams({
    location_id: salon.locationId,
    service_ids,
    to: query.from,
    ...query,
  });
  return call("GET", `/availability?${search}`);
}

/** The wall times at which an answer's slots start. */
export function startTimes(answer: Answer): string[] {
  return answer.body.data.slots.map((slot: { starts_at: string }) => slot.starts_at.slice(11, 16));
}
