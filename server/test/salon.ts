import type { FastifyInstance } from "fastify";
import { createUser } from "../src/features/access/accounts/index.ts";
import { createApiKey } from "../src/features/access/api-keys/index.ts";
import { createBusiness } from "../src/features/business/businesses/index.ts";
import {
  createLocation,
  createResource,
  type LocationHoursInput,
  replaceLocationHours,
} from "../src/features/business/locations/index.ts";
import { createService, type ServiceInput } from "../src/features/business/services/index.ts";
import { createStaffMember, replaceStaffHours } from "../src/features/business/staff/index.ts";
import { createClient } from "../src/features/clients/clients/index.ts";
import type { Clock } from "../src/kernel/clock.ts";
import { newId } from "../src/kernel/ids.ts";
import { SCOPES } from "../src/kernel/scopes.ts";
import type { Database } from "../src/platform/database/index.ts";

/** A small salon in Berlin, made through the same use cases as a real one. Ids by the names tests call them. */
export interface Salon {
  readonly businessId: string;
  readonly ownerId: string;
  readonly key: string;
  readonly locationId: string;
  /** Two chairs' worth of staff: Anna and Ben perform everything, by position in this order. */
  readonly anna: string;
  readonly ben: string;
  /** 45 minutes, 10 minutes of buffer after it, 45 €. */
  readonly cut: string;
  /** 30 + 30 processing + 30 minutes, 90 €. */
  readonly colour: string;
  /** 60 minutes, needs a room; there is one. */
  readonly massage: string;
  readonly roomId: string;
  readonly clientId: string;
}

/** Monday to Saturday, nine to six. */
const HOURS = [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, starts: "09:00", ends: "18:00" }));

export async function makeSalon(
  database: Database,
  clock: Clock,
  options: { type?: "salon" | "med_spa"; hours?: LocationHoursInput["hours"]; roomCapacity?: number } = {},
): Promise<Salon> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const owner = await createUser(tx, {
      email: `${newId()}@example.com`,
      firstName: "Jana",
      lastName: "Lindner",
      now,
    });
    const business = await createBusiness(
      tx,
      owner.id,
      {
        name: "Salon Lindenhof",
        type: options.type ?? "salon",
        time_zone: "Europe/Berlin",
        currency: "EUR",
        country: "DE",
      },
      now,
    );
    const businessId = business.id;
    const place = await createLocation(
      tx,
      businessId,
      {
        name: "Lindenhof",
        address: { line1: "Lindenstr. 1", city: "Berlin", country: "DE" },
        time_zone: "Europe/Berlin",
      },
      now,
    );
    const hours = options.hours ?? HOURS;
    await replaceLocationHours(tx, businessId, place.id, { hours, hour_exceptions: [] }, now);
    const room = await createResource(
      tx,
      businessId,
      place.id,
      { name: "Room", type: "room", capacity: options.roomCapacity ?? 1 },
      now,
    );
    const member = async (first_name: string, position: number) => {
      const made = await createStaffMember(
        tx,
        businessId,
        { first_name, location_ids: [place.id], position },
        now,
      );
      const weekly = hours.map((interval) => ({ ...interval, location_id: place.id }));
      await replaceStaffHours(tx, businessId, made.id, { weekly, exceptions: [] }, now);
      return made.id;
    };
    const anna = await member("Anna", 1);
    const ben = await member("Ben", 2);
    const service = async (name: string, amount: number, shape: Partial<ServiceInput>) =>
      (
        await createService(
          tx,
          businessId,
          {
            name,
            price: { amount, currency: "EUR" },
            location_ids: [place.id],
            staff: [{ staff_id: anna }, { staff_id: ben }],
            ...shape,
          } as ServiceInput,
          now,
        )
      ).id;
    const client = await createClient(tx, {
      businessId,
      createdBy: null,
      now,
      client: { first_name: "Zoë", last_name: "Müller" },
    });
    const key = await createApiKey(tx, { businessId, userId: owner.id, label: "Tests", scopes: SCOPES, now });
    return {
      businessId,
      ownerId: owner.id,
      key: key.key,
      locationId: place.id,
      anna,
      ben,
      cut: await service("Cut", 4500, { duration_minutes: 45, buffer_after_minutes: 10 }),
      colour: await service("Colour", 9000, {
        initial_minutes: 30,
        processing_minutes: 30,
        finishing_minutes: 30,
      }),
      massage: await service("Massage", 7000, {
        duration_minutes: 60,
        resources: [{ type: "room", count: 1 }],
      }),
      roomId: room.id,
      clientId: client.id,
    };
  });
}

/** Calls the API as the salon's key; answers status, headers and the parsed body. */
export function callerOf(app: FastifyInstance, salon: { businessId: string; key: string }) {
  return async (
    method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE",
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const answer = await app.inject({
      method,
      url: `/api/v1/businesses/${salon.businessId}${path}`,
      headers: { authorization: `Bearer ${salon.key}`, ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
  };
}
