import type { FastifyInstance } from "fastify";
import { apiKeyAuthenticator, createApiKey } from "../src/features/api-keys/index.ts";
import { appointmentRoutes } from "../src/features/appointments/index.ts";
import { availabilityRoutes } from "../src/features/availability/index.ts";
import { blockRoutes } from "../src/features/blocks/index.ts";
import { clientRoutes, createClient } from "../src/features/clients/index.ts";
import { createService, type NewService } from "../src/features/services/index.ts";
import { type Clock, settableClock } from "../src/kernel/clock.ts";
import type { Scope } from "../src/kernel/scopes.ts";
import { type Database, openDatabase } from "../src/platform/database/index.ts";
import { buildServer } from "../src/platform/http/server.ts";
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
  readonly call: ReturnType<typeof callerOf>;
  /** Books one item, of Anna's unless told; answers the response. */
  book(startsAt: string, serviceId: string, staffId?: string, more?: object): Promise<Answer>;
  /** Another key of the business. */
  keyWith(...scopes: Scope[]): Promise<string>;
  addService(shape: Partial<NewService>): Promise<string>;
  addClient(client: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

export type Answer = Awaited<ReturnType<ReturnType<typeof callerOf>>>;

export async function openSalon(options: Parameters<typeof makeSalon>[2] = {}): Promise<OpenSalon> {
  const fresh = await freshDatabase();
  const database = openDatabase({ connectionString: fresh.connectionString });
  const clock = settableClock(MONDAY_AT);
  const salon = await makeSalon(database, clock, options);
  const { app, close: closeServer } = await serveCalendar(database, clock);
  const call = callerOf(app, salon);
  const { businessId, ownerId: userId } = salon;
  return {
    salon,
    database,
    connectionString: fresh.connectionString,
    app,
    clock,
    call,
    book: (startsAt, serviceId, staffId = salon.anna, more = {}) =>
      call("POST", "/appointments", bookingOf(salon, startsAt, [[serviceId, staffId]], more)),
    keyWith: async (...scopes) =>
      (
        await database.transaction((tx) =>
          createApiKey(tx, { businessId, userId, label: "Narrow", scopes, now: clock.now() }),
        )
      ).key,
    addService: async (shape) =>
      (
        await database.transaction((tx) =>
          createService(
            tx,
            businessId,
            {
              name: "Service",
              duration_minutes: 60,
              min_notice_minutes: 0,
              price: { amount: 5000, currency: "EUR" },
              location_ids: [salon.locationId],
              staff: [{ staff_id: salon.anna }, { staff_id: salon.ben }],
              ...shape,
            } as NewService,
            clock.now(),
          ),
        )
      ).id,
    addClient: async (client) =>
      (
        await database.transaction((tx) =>
          createClient(tx, {
            businessId,
            createdBy: null,
            now: clock.now(),
            client: { first_name: "Ada", ...client },
          }),
        )
      ).id,
    close: async () => {
      await closeServer();
      await database.close();
      await fresh.drop();
    },
  };
}

/** A server of the calendar's routes over a database: the second one over the same is a second process. */
export async function serveCalendar(database: Database, clock: Clock) {
  const context = { database, clock };
  const authenticate = apiKeyAuthenticator(context);
  const routes = [
    ...appointmentRoutes(context),
    ...availabilityRoutes(context),
    ...blockRoutes(context),
    ...clientRoutes(context),
  ];
  const app = await buildServer({ routes, authenticate, checkAnswers: true });
  const close = async () => {
    await app.close();
    await authenticate.close();
  };
  return { app, close };
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
