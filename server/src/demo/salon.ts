import { DAY, findZone, instantOf, type Zone } from "@daybook/engine";
import { createUser } from "../features/access/accounts/index.ts";
import { createBusiness, createClientField, updateBusiness } from "../features/business/businesses/index.ts";
import {
  createLocation,
  createResource,
  replaceLocationHours,
} from "../features/business/locations/index.ts";
import { createStaffMember, replaceStaffHours } from "../features/business/staff/index.ts";
import type { Transaction } from "../platform/database/index.ts";
import { layDownRules } from "./houseRules.ts";
import { named } from "./named.ts";
import { CURRENCY, hourExceptionsAround, PLACES, type PlaceKey } from "./places.ts";
import { type Shop, stockShop } from "./shop.ts";
import { type StaffKey, TEAM } from "./team.ts";
import { writeMenu } from "./writeMenu.ts";

export const SLUG = "demo-salon";
export const OWNER_EMAIL = "zoe@demo-salon.example";
const TIME_ZONE = "Europe/Berlin";

/** Days before today on which the salon came to Daybook: before its oldest visit was booked. */
export const OPENED_DAYS_AGO = 100;

/** The salon as the rest of the demo needs it: the ids behind the names used here. */
export interface DemoSalon {
  readonly businessId: string;
  readonly ownerId: string;
  readonly zone: Zone;
  /** The clock's local day, as a day number. */
  readonly today: number;
  readonly placeIds: ReadonlyMap<PlaceKey, string>;
  readonly staffIds: ReadonlyMap<StaffKey, string>;
  readonly serviceIds: ReadonlyMap<string, string>;
  /** Its resources by place and name, as `lindenhof/Wash station`. */
  readonly resourceIds: ReadonlyMap<string, string>;
  readonly fieldIds: ReadonlyMap<string, string>;
  readonly shop: Shop;
}

export function salonZone(): Zone {
  const zone = findZone(TIME_ZONE);
  if (zone === undefined) throw new Error(`The time-zone data lacks ${TIME_ZONE}.`);
  return zone;
}

/** Founds the business with everything that does not move: questions, places, team, menu, shop and rules. */
export async function foundSalon(tx: Transaction, today: number): Promise<DemoSalon> {
  const zone = salonZone();
  const now = instantOf(zone, today - OPENED_DAYS_AGO, 8 * 60);
  const owner = await createUser(tx, {
    email: OWNER_EMAIL,
    firstName: "Zoë",
    lastName: "Lindner",
    now,
  });
  const { id: businessId } = await createBusiness(
    tx,
    owner.id,
    {
      name: "Salon Lindenhof",
      type: "salon",
      time_zone: TIME_ZONE,
      currency: CURRENCY,
      country: "DE",
      // Its menu and its forms are written in English, and so are its pages and letters then.
      locale: "en",
    },
    now,
  );
  await updateBusiness(tx, businessId, { slug: SLUG }, now);
  const fieldIds = await askQuestions(tx, businessId, now);
  const { placeIds, resourceIds } = await openPlaces(tx, businessId, today, now);
  const staffIds = await hireTeam(tx, businessId, placeIds, now);
  const serviceIds = await writeMenu(tx, businessId, { placeIds, staffIds }, now + DAY / 24);
  const shop = await stockShop(tx, businessId, serviceIds, { today, now: now + DAY / 12 });
  await layDownRules(tx, businessId, now + DAY / 12);
  return {
    businessId,
    ownerId: owner.id,
    zone,
    today,
    placeIds,
    staffIds,
    serviceIds,
    resourceIds,
    fieldIds,
    shop,
  };
}

async function askQuestions(
  tx: Transaction,
  businessId: string,
  now: number,
): Promise<DemoSalon["fieldIds"]> {
  const questions = [
    { label: "Allergies and sensitivities", type: "text" },
    { label: "Drink", type: "choice", options: ["Coffee", "Oat milk latte", "Mint tea", "Water"] },
    { label: "May we show photos of your hair?", type: "yes_no", required: true },
    { label: "Birthday", type: "date" },
  ] as const;
  const ids = new Map<string, string>();
  for (const question of questions) {
    const options = "options" in question ? [...question.options] : [];
    const field = await createClientField(tx, businessId, { ...question, options }, now);
    ids.set(question.label, field.id);
  }
  return ids;
}

async function openPlaces(tx: Transaction, businessId: string, today: number, now: number) {
  const placeIds = new Map<PlaceKey, string>();
  const resourceIds = new Map<string, string>();
  for (const { key, location, hours, resources } of PLACES) {
    const { id } = await createLocation(tx, businessId, location, now);
    placeIds.set(key, id);
    await replaceLocationHours(
      tx,
      businessId,
      id,
      { hours, hour_exceptions: hourExceptionsAround(today) },
      now,
    );
    for (const resource of resources) {
      const created = await createResource(tx, businessId, id, resource, now);
      resourceIds.set(`${key}/${resource.name}`, created.id);
    }
  }
  return { placeIds, resourceIds };
}

async function hireTeam(
  tx: Transaction,
  businessId: string,
  placeIds: DemoSalon["placeIds"],
  now: number,
): Promise<DemoSalon["staffIds"]> {
  const ids = new Map<StaffKey, string>();
  for (const { key, person, shifts } of TEAM) {
    const at = [...new Set(shifts.map((shift) => named(placeIds, shift.at)))];
    const { id } = await createStaffMember(tx, businessId, { ...person, location_ids: at }, now);
    const weekly = shifts.flatMap(({ at, weekdays, starts, ends }) =>
      weekdays.map((weekday) => ({ location_id: named(placeIds, at), weekday, starts, ends })),
    );
    await replaceStaffHours(tx, businessId, id, { weekly, exceptions: [] }, now);
    ids.set(key, id);
  }
  return ids;
}
