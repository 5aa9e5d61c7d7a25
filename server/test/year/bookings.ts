import type { ClientBook } from "./clientBook.ts";
import type { YearBusiness } from "./yearBusiness.ts";

/** The fields of an appointment that the year's script uses. */
export interface Appointment {
  readonly id: string;
  readonly client_id: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly status: string;
  readonly forms_pending: number;
  readonly total: { readonly amount: number };
  readonly items: readonly {
    readonly service_id: string;
    readonly staff_id: string;
    readonly price: { readonly amount: number };
  }[];
}

interface Slot {
  readonly starts_at: string;
  readonly items: readonly { readonly service_id: string; readonly staff_id: string }[];
}

const DAY = 86_400_000;
/** The number of regular clients, who are first in the list. */
const REGULARS = 3;

/** Books an available time for a client on a day. Returns undefined if no time is available. */
export async function bookOn(
  business: YearBusiness,
  client_id: string,
  at: number,
  more: object = {},
): Promise<Appointment | undefined> {
  const { chance, program, locationId: location_id, services } = business;
  // Most clients book one of the first two services of the menu.
  const { id } = chance.weighted(services, (one) => (services.indexOf(one) < 2 ? 3 : 1));
  const wanted = [id, ...(chance.happens(0.15) ? [services[1]?.id ?? ""] : [])];
  const slot = await offered(business, wanted, at);
  if (slot === undefined) return undefined;
  const items = slot.items.map(({ service_id, staff_id }) => ({ service_id, staff_id }));
  const path = "every_weeks" in more ? "/appointments/recurring" : "/appointments";
  const body = { location_id, client_id, starts_at: slot.starts_at, items, ...more };
  return program<Appointment>("POST", path, body);
}

async function offered(
  business: YearBusiness,
  serviceIds: readonly string[],
  at: number,
  more = {},
): Promise<Slot | undefined> {
  const day = new Date(at).toISOString().slice(0, 10);
  const query = {
    location_id: business.locationId,
    service_ids: serviceIds.join(),
    from: day,
    to: day,
    ...more,
  };
  const { slots } = await business.program<{ slots: Slot[] }>(
    "GET",
    `/availability?${new URLSearchParams(query)}`,
  );
  return slots.length === 0 ? undefined : business.chance.oneOf(slots);
}

/** Books the appointments of a week and changes some of them. */
export async function fillWeek(
  { business, clientIds }: ClientBook,
  week: number,
  mondayAt: number,
  appointments: number,
) {
  const { chance, owner, program, staff } = business;
  for (let nth = 0; nth < appointments; nth++) {
    const day = mondayAt + DAY * chance.whole(1, 5);
    const isRequest = chance.happens(0.1);
    const clientId = chance.weighted(clientIds, (one) => (clientIds.indexOf(one) < REGULARS ? 6 : 1));
    const appointment = await bookOn(business, clientId, day, isRequest ? { status: "requested" } : {});
    if (appointment === undefined) continue;
    const to = (state: string, reason?: string) =>
      program("POST", `/appointments/${appointment.id}/transitions`, {
        to: state,
        ...(reason ? { reason } : {}),
      });
    if (isRequest && chance.happens(0.3)) await to("declined", "Fully booked");
    else if (chance.happens(0.08)) await to("cancelled", "Ill");
    else {
      if (isRequest) await to("booked");
      await change(business, appointment, day);
    }
  }
  if (week % 12 === 3)
    await bookOn(business, chance.oneOf(clientIds), mondayAt + DAY * 2, { every_weeks: 2, occurrences: 3 });
  if (week % 10 === 5) {
    const away = { starts_at: instant(mondayAt + DAY * 5), ends_at: instant(mondayAt + DAY * 6) };
    await owner("POST", `/staff/${staff[1]}/time-off`, { ...away, label: "Away" });
  }
}

async function change(business: YearBusiness, appointment: Appointment, day: number): Promise<void> {
  const { chance, offers, owner, program } = business;
  const path = `/appointments/${appointment.id}`;
  if (chance.happens(0.2)) await program("PATCH", `${path}/note`, { internal_note: "Likes it quiet." });
  if (chance.happens(0.15)) {
    const serviceIds = appointment.items.map(({ service_id }) => service_id);
    const slot = await offered(business, serviceIds, day + DAY, { exclude_appointment_id: appointment.id });
    // Sends no staff members, so that the appointment keeps its own. These staff members may differ from those of the slot,
    // so the request needs `force`.
    if (slot) await program("PATCH", `${path}/schedule`, { starts_at: slot.starts_at, force: true });
  }
  if (chance.happens(0.25))
    await owner("PUT", `${path}/promotion`, {
      promotion_id: chance.happens(0.6) ? offers.percent : offers.amount,
    });
}

/** Returns the booked appointments that start between two instants. */
export async function expected(
  { locationId, program }: YearBusiness,
  from: number,
  to: number,
): Promise<Appointment[]> {
  const window = { location_id: locationId, from: instant(from), to: instant(to), status: "booked" };
  const search = new URLSearchParams(window);
  const { items } = await program<{ items: Appointment[] }>("GET", `/appointments?${search}`);
  return items.filter(({ starts_at }) => Date.parse(starts_at) >= from);
}

export const instant = (at: number) => new Date(at).toISOString();
