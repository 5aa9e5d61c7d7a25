import { createService } from "../../../server/src/features/business/services/index.ts";
import { createStaffMember, replaceStaffHours } from "../../../server/src/features/business/staff/index.ts";
import type { Database } from "../../../server/src/platform/database/index.ts";
import type { BenchSalon } from "../http/salon.ts";
import { importQuestions } from "./importQuestions.ts";
import { insertLongRecords } from "./longRecords.ts";

const DAY = 86_400_000;
const STAFF = 20;
const SERVICES = 10;
/** The number of services that are listed but not booked. Together with the booked services, they fill a page of the list. */
const LISTED_SERVICES = 90;
const APPOINTMENTS = 150;
/** The number of waitlist entries, each for ten services. */
const WAITING = 50;
/** 10,000 characters of four bytes each. */
const LONG_NOTE = "🜁".repeat(10_000);
const HOURS = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, starts: "08:00", ends: "18:00" }));

/** A request that is as expensive as the API allows. */
export interface Question {
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT";
  /** The path below the business, or several paths used in turn. A path that begins with `/api` is absolute. */
  readonly path: string | readonly string[];
  /** Whether the benchmark sends the request with an owner's session instead of an API key. */
  readonly isInApp?: boolean;
  /** Whether the size of the response is unlimited. The server sends such responses in chunks. */
  readonly hasAnySize?: boolean;
  /** Returns the body of the nth request. */
  readonly body?: (number: number) => unknown;
  /** The text of a CSV file of clients, sent instead of a body. */
  readonly file?: string;
  /** The status of the response if the server rejects the request. */
  readonly refusedWith?: number;
}

export type Send = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ data: { id: string; url?: string } }>;

/**
 * Fills a salon with 21 staff members, ten services on a five-minute grid whose durations differ between staff members,
 * appointments with notes of the maximum length, and long records. Returns the most expensive request of each kind.
 */
export async function worstQuestions(
  database: Database,
  salon: BenchSalon,
  { send, sendInApp }: { readonly send: Send; readonly sendInApp: Send },
): Promise<Question[]> {
  const { businessId, locationId } = salon;
  const now = Date.now();
  const services = await database.transaction(async (tx) => {
    const staff = [salon.templates.staffId];
    for (let number = 0; number < STAFF; number++) {
      const member = { first_name: `Staff ${number}`, location_ids: [locationId] };
      const { id } = await createStaffMember(tx, businessId, member, now);
      const weekly = HOURS.map((interval) => ({ ...interval, location_id: locationId }));
      await replaceStaffHours(tx, businessId, id, { weekly, exceptions: [] }, now);
      staff.push(id);
    }
    const made: { id: string; staffId: string }[] = [];
    for (let number = 0; number < SERVICES; number++) {
      const service = {
        name: `Service ${number}`,
        duration_minutes: 5,
        slot_step_minutes: 5,
        price: { amount: 4500, currency: "EUR" },
        location_ids: [locationId],
        staff: staff.map((staff_id, rank) => ({
          staff_id,
          duration_minutes: 5 + ((rank * 7 + number) % 13),
        })),
      };
      const { id } = await createService(tx, businessId, service, now);
      made.push({ id, staffId: staff[number] as string });
    }
    for (let number = 0; number < LISTED_SERVICES; number++)
      await createService(
        tx,
        businessId,
        {
          name: `Listed ${number}`,
          description: "🜁".repeat(2000),
          duration_minutes: 30,
          price: { amount: 4500, currency: "EUR" },
          location_ids: [locationId],
          staff: staff.map((staff_id) => ({ staff_id, duration_minutes: 40 })),
        },
        now,
      );
    return made;
  });
  const longClientId = await insertLongRecords(database, salon);
  const itemsOf = (count: number) =>
    services.slice(0, count).map(({ id, staffId }) => ({ service_id: id, staff_id: staffId }));
  const booking = (startsAt: number, items: number) => ({
    location_id: locationId,
    client_id: salon.templates.clientId,
    starts_at: new Date(startsAt).toISOString(),
    items: itemsOf(items),
  });
  const firstAt = Math.ceil(now / DAY + 100) * DAY;
  for (let number = 0; number < APPOINTMENTS; number++) {
    const { data } = await send("POST", "/appointments", booking(firstAt + number * 7_200_000, 10));
    await send("PATCH", `/appointments/${data.id}/note`, { internal_note: LONG_NOTE });
  }
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const ids = services.map(({ id }) => id).join();
  const window = `from=${day(now + DAY)}&to=${day(now + 62 * DAY)}`;
  const availability = `/availability?location_id=${locationId}&service_ids=${ids}&${window}`;
  const listed = `location_id=${locationId}&from=${new Date(firstAt).toISOString()}&to=${new Date(firstAt + 360 * DAY).toISOString()}&limit=1000`;
  const feed = await sendInApp("POST", "/calendar-feeds", { location_id: locationId });
  for (let number = 0; number < WAITING; number++)
    await sendInApp("POST", "/waitlist", {
      location_id: locationId,
      client_id: salon.templates.clientId,
      items: services.map(({ id }) => ({ service_id: id })),
      windows: [{ from: day(now + DAY), to: day(now + 60 * DAY) }],
    });
  const years = (number: number) => now + (1000 + 400 * number) * DAY;
  return [
    { name: "availability", method: "GET", path: availability },
    { name: "availability, explain", method: "GET", path: `${availability}&explain=true` },
    { name: "availability, per day", method: "GET", path: `${availability}&view=days&explain=true` },
    { name: "availability, online", method: "GET", path: `${availability}&audience=online&explain=true` },
    {
      name: "repeat an appointment 52 times",
      method: "POST",
      path: "/appointments/recurring",
      body: (number) => ({ ...booking(years(number % 150), 10), every_weeks: 1, occurrences: 52 }),
    },
    {
      name: "repeat a block 90 times",
      method: "POST",
      path: "/blocks",
      body: (number) => ({
        location_id: locationId,
        staff_id: services[0]?.staffId,
        starts_at: new Date(years(number % 150) + DAY / 4).toISOString(),
        ends_at: new Date(years(number % 150) + DAY / 3).toISOString(),
        every_days: 1,
        occurrences: 90,
      }),
    },
    { name: "list appointments", method: "GET", path: `/appointments?${listed}` },
    { name: "list blocks", method: "GET", path: `/blocks?${listed}` },
    { name: "list events", method: "GET", path: "/events?limit=100" },
    { name: "list services", method: "GET", path: "/services?limit=100" },
    {
      name: "list a client's appointments",
      method: "GET",
      path: `/clients/${salon.templates.clientId}/appointments?limit=100`,
    },
    { name: "list clients", method: "GET", path: "/clients?limit=100" },
    { name: "read a wallet", method: "GET", path: `/clients/${longClientId}/wallet` },
    {
      name: "export a client",
      method: "GET",
      path: `/clients/${salon.templates.clientId}/export`,
      isInApp: true,
      hasAnySize: true,
    },
    { name: "list payments", method: "GET", path: "/payments?limit=100" },
    { name: "list sales", method: "GET", path: "/sales?limit=100", isInApp: true },
    {
      name: "list the shifts of a location",
      method: "GET",
      path: `/locations/${locationId}/shifts?from=${day(now)}&to=${day(now + 61 * DAY)}`,
    },
    {
      name: "report of two years",
      method: "GET",
      path: `/reports/overview?from=${day(now - 700 * DAY)}&to=${day(now)}`,
      isInApp: true,
    },
    {
      name: "staff report of two years",
      method: "GET",
      path: `/reports/staff?from=${day(now - 700 * DAY)}&to=${day(now)}`,
      isInApp: true,
    },
    {
      name: "audit log as CSV",
      method: "GET",
      path: "/audit-log/csv",
      isInApp: true,
      hasAnySize: true,
    },
    { name: "calendar file of a feed", method: "GET", path: new URL(feed.data.url ?? "").pathname },
    {
      name: "free time for the waitlist",
      method: "GET",
      path: `/waitlist/matches?location_id=${locationId}&${window}`,
    },
    ...(await importQuestions(sendInApp)),
  ];
}
