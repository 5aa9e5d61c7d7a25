import { dateOf, dayAt, findZone, instantOf, localText, MINUTE, weekdayOf, type Zone } from "@daybook/engine";
import { createUser } from "../features/access/accounts/index.ts";
import { createBusiness, createClientField, updateBusiness } from "../features/business/businesses/index.ts";
import {
  createLocation,
  createResource,
  replaceLocationHours,
  replacePublishing,
} from "../features/business/locations/index.ts";
import { setPolicy } from "../features/business/policies/index.ts";
import { createCategory, createService } from "../features/business/services/index.ts";
import { createStaffMember, createTimeOff, replaceStaffHours } from "../features/business/staff/index.ts";
import { createTaxRate } from "../features/business/tax-rates/index.ts";
import { createGiftCard, createMembershipPlan, createPackage } from "../features/checkout/prepaid/index.ts";
import { createProduct } from "../features/checkout/products/index.ts";
import { createPromotion } from "../features/checkout/promotions/index.ts";
import { createBlocks } from "../features/scheduling/blocks/index.ts";
import { type SchedulingSnapshot, withSnapshot } from "../features/scheduling/snapshot/index.ts";
import type { Transaction } from "../platform/database/index.ts";
import { DRINKS } from "./clients.ts";
import { hourExceptionsAround } from "./holidays.ts";
import * as menu from "./menu.ts";
import * as salon from "./salon.ts";
import { cents } from "./salon.ts";
import { setTexts } from "./texts.ts";

/** A cancellation is late if it is made less than this many hours before the appointment. */
export const CANCELLATION_HOURS = 24;

/** The labels of the client fields. */
export const FIELDS = {
  allergies: "Allergies and sensitivities",
  drink: "Drink",
  photos: "May we show photos of your hair?",
  birthday: "Birthday",
} as const;

/** The demo business while it is being created. */
export interface Demo {
  readonly tx: Transaction;
  readonly businessId: string;
  readonly ownerId: string;
  readonly zone: Zone;
  /** The local day of the load, as a day number. */
  readonly today: number;
  /** The time of the load. */
  readonly now: number;
  readonly days: salon.DemoDays;
  /**
   * Returns the id of the record with this name; names are unique across all kinds. A resource has a name like
   * `Lindenhof/Wash station`.
   */
  readonly idOf: (name: string) => string;
  /** Blocks and time off, as start and end, by the staff member's first name. */
  readonly absences: ReadonlyMap<string, readonly (readonly [number, number])[]>;
  snapshot: SchedulingSnapshot;
}

/** Creates the business with its settings, locations, staff, menu, prepaid products, blocks and time off. */
export async function setUp(tx: Transaction, now: number, days: salon.DemoDays): Promise<Demo> {
  const zone = findZone(salon.TIME_ZONE);
  if (zone === undefined) throw new Error(`The time-zone data lacks ${salon.TIME_ZONE}.`);
  const today = dayAt(zone, now);
  const setUpAt = instantOf(zone, today - salon.SET_UP_DAYS_AGO, 8 * 60);
  const { id: ownerId } = await createUser(tx, { ...salon.OWNER, now: setUpAt });
  const business = {
    name: "Salon Lindenhof",
    type: "salon",
    time_zone: salon.TIME_ZONE,
    currency: salon.CURRENCY,
    country: "DE",
    locale: "en",
  } as const;
  const { id: businessId } = await createBusiness(tx, ownerId, business, setUpAt);
  await updateBusiness(tx, businessId, { slug: salon.SLUG }, setUpAt);

  const ids = new Map<string, string>();
  const idOf = (name: string) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`The demo has no ${name}.`);
    return id;
  };
  const creation: Creation = { tx, businessId, ids, idOf, zone, today, now: setUpAt };
  await createClientFields(creation);
  await createLocations(creation);
  await createStaff(creation);
  await createMenu(creation);
  await createOffers(creation);
  await setPolicies(creation);
  await setTexts(tx, businessId, setUpAt);
  const snapshot = await readSnapshot(tx, businessId);
  const absences = await createAbsences(creation, snapshot, days);
  return { tx, businessId, ownerId, zone, today, now, days, idOf, absences, snapshot };
}

/** Reads the scheduling snapshot within the open transaction. */
export function readSnapshot(tx: Transaction, businessId: string): Promise<SchedulingSnapshot> {
  const database = {
    query: tx.query.bind(tx),
    hasSystemClock: tx.hasSystemClock,
    transaction: <T>(work: (tx: Transaction) => Promise<T>) => work(tx),
    dryRun: <T>(work: () => Promise<T>) => work(),
    listen: () => () => {},
    close: async () => {},
  };
  return withSnapshot(database, businessId, async (snapshot) => snapshot);
}

interface Creation extends Pick<Demo, "tx" | "businessId" | "idOf" | "zone" | "today"> {
  readonly ids: Map<string, string>;
  readonly now: number;
}

async function createClientFields({ tx, businessId, ids, now }: Creation): Promise<void> {
  const fields = [
    { label: FIELDS.allergies, type: "text", options: [] },
    { label: FIELDS.drink, type: "choice", options: DRINKS },
    { label: FIELDS.photos, type: "yes_no", options: [], required: true },
    { label: FIELDS.birthday, type: "date", options: [] },
  ] as const;
  for (const field of fields) {
    const input = { ...field, options: [...field.options] };
    ids.set(field.label, (await createClientField(tx, businessId, input, now)).id);
  }
}

async function createLocations({ tx, businessId, ids, today, now }: Creation): Promise<void> {
  for (const location of salon.LOCATIONS) {
    const { id } = await createLocation(tx, businessId, location, now);
    ids.set(location.name, id);
    const hours = salon.OPENING_HOURS.filter(([name]) => name === location.name).flatMap(
      ([, weekdays, starts, ends]) => weekdays.map((weekday) => ({ weekday, starts, ends })),
    );
    const schedule = { hours, hour_exceptions: hourExceptionsAround(today) };
    await replaceLocationHours(tx, businessId, id, schedule, now);
    await replacePublishing(tx, businessId, id, { isPublished: true, now });
    for (const resource of salon.RESOURCES) {
      const created = await createResource(tx, businessId, id, resource, now);
      ids.set(`${location.name}/${resource.name}`, created.id);
    }
  }
}

async function createStaff({ tx, businessId, ids, idOf, now }: Creation): Promise<void> {
  for (const [first_name, last_name, title, color] of salon.STAFF) {
    const location_ids = locationsOf([first_name]).map(idOf);
    const member = { first_name, last_name, title, color, location_ids };
    const { id } = await createStaffMember(tx, businessId, member, now);
    ids.set(first_name, id);
    const weekly = salon.SHIFTS.filter(([name]) => name === first_name).flatMap(
      ([, location, weekdays, starts, ends]) =>
        weekdays.map((weekday) => ({ location_id: idOf(location), weekday, starts, ends })),
    );
    await replaceStaffHours(tx, businessId, id, { weekly, exceptions: [] }, now);
  }
}

/** Returns the locations at which these staff members work. */
export function locationsOf(staff: readonly string[]): string[] {
  return [...new Set(salon.SHIFTS.filter(([name]) => staff.includes(name)).map(([, location]) => location))];
}

async function createMenu({ tx, businessId, ids, idOf, now }: Creation): Promise<void> {
  const { id: tax_rate_id } = await createTaxRate(tx, businessId, menu.TAX, now);
  ids.set(menu.TAX.name, tax_rate_id);
  for (const { name, description, services } of menu.CATEGORIES) {
    const category = await createCategory(tx, businessId, { name, description }, now);
    for (const [service, minutes, price, , staff, { needs } = {}] of services) {
      const names = staff.split(" ");
      const performers = names.map((member) => {
        const terms = menu.STAFF_TERMS.find(([of, by]) => of === service && by === member);
        const [, , duration_minutes = null, amount = null] = terms ?? [];
        return { staff_id: idOf(member), duration_minutes, price: amount === null ? null : cents(amount) };
      });
      const input = {
        name: service,
        category_id: category.id,
        location_ids: locationsOf(names).map(idOf),
        staff: performers,
        resources: needs === undefined ? [] : [{ type: needs, count: 1 }],
        price: cents(price),
        tax_rate_id,
        ...phasesOf(minutes),
        ...menu.SERVICE_DETAILS[service],
      };
      ids.set(service, (await createService(tx, businessId, input, now)).id);
    }
  }
}

function phasesOf(minutes: number | readonly [number, number, number]) {
  if (typeof minutes === "number") return { duration_minutes: minutes };
  const [initial_minutes, processing_minutes, finishing_minutes] = minutes;
  return { initial_minutes, processing_minutes, finishing_minutes };
}

async function createOffers({ tx, businessId, ids, idOf, today, now }: Creation): Promise<void> {
  for (const [name, price, barcode, stock] of menu.PRODUCTS) {
    const product = { name, price: cents(price), barcode, stock, tax_rate_id: idOf(menu.TAX.name) };
    ids.set(name, (await createProduct(tx, businessId, product, now)).id);
  }
  for (const { kind, name, price, units, services } of menu.PREPAID) {
    const product = { name, service_ids: services.map(idOf), price: cents(price) };
    const { id } =
      kind === "package"
        ? await createPackage(tx, businessId, { ...product, units, valid_months: 12 }, now)
        : await createMembershipPlan(tx, businessId, { ...product, credits: units, periods: 3 }, now);
    ids.set(name, id);
  }
  for (const [name, value] of menu.GIFT_CARDS) {
    const card = { name, value: cents(value), valid_months: 36 };
    ids.set(name, (await createGiftCard(tx, businessId, card, now)).id);
  }
  const { name, services, fromDay, toDay } = menu.SHINE;
  const period = { starts_on: dateOf(today + fromDay), ends_on: dateOf(today + toDay) };
  const promotions = [
    { name, code: "SHINE20", kind: "percent", percent: 20, service_ids: services.map(idOf), ...period },
    { name: menu.FRIEND, code: "FRIEND10", kind: "amount", amount: cents(1000) },
  ] as const;
  for (const promotion of promotions)
    ids.set(promotion.name, (await createPromotion(tx, businessId, promotion, now)).id);
}

async function setPolicies({ tx, businessId, now }: Creation): Promise<void> {
  const policy = {
    cancellation_window_minutes: CANCELLATION_HOURS * 60,
    late_cancel_fee: { kind: "percent", percent: 50 },
    no_show_fee: { kind: "percent", percent: 80 },
    cancellation_text:
      "Until 24 hours before your visit you can cancel free of charge. After that we charge half of it.",
    booking_text: "Please come five minutes early. If you are held up, a call is enough.",
  } as const;
  await setPolicy(tx, businessId, policy, { now, ifMatch: null });
}

async function createAbsences(
  { tx, businessId, idOf, zone, today, now }: Creation,
  snapshot: SchedulingSnapshot,
  days: salon.DemoDays,
): Promise<Demo["absences"]> {
  const absences = new Map(salon.STAFF.map(([name]) => [name, [] as [number, number][]]));
  const from = today - days.past;
  const times = (startsAt: number, endsAt: number) => ({
    starts_at: localText(zone, startsAt),
    ends_at: localText(zone, endsAt),
  });
  for (const [name, location, weekdays, starts, minutes, label, every_days] of salon.BLOCKS) {
    const [hour = 0, minute = 0] = starts.split(":").map(Number);
    for (const weekday of weekdays) {
      const day = from + ((weekday - weekdayOf(from) + 7) % 7);
      const startOn = (date: number) => instantOf(zone, date, hour * 60 + minute);
      const occurrences = Math.floor((today + days.coming - day) / every_days) + 1;
      const series = { label, every_days, occurrences, location_id: idOf(location), staff_id: idOf(name) };
      const first = times(startOn(day), startOn(day) + minutes * MINUTE);
      await createBlocks(tx, snapshot, { ...series, ...first }, now);
      for (let index = 0; index < occurrences; index++) {
        const startsAt = startOn(day + index * every_days);
        absences.get(name)?.push([startsAt, startsAt + minutes * MINUTE]);
      }
    }
  }
  for (const [name, firstDay, dayCount, label] of salon.TIME_OFF) {
    const startsAt = instantOf(zone, today + firstDay, 0);
    const endsAt = instantOf(zone, today + firstDay + dayCount, 0);
    await createTimeOff(tx, businessId, idOf(name), { ...times(startsAt, endsAt), label }, now);
    absences.get(name)?.push([startsAt, endsAt]);
  }
  const [startsAt, endsAt] = [9, 13].map((hour) => instantOf(zone, today + 9, hour * 60)) as [number, number];
  const painter = { resource_id: idOf("Lindenhof/Treatment room"), label: "Painter" };
  const block = { ...painter, ...times(startsAt, endsAt), location_id: idOf("Lindenhof") };
  await createBlocks(tx, snapshot, block, now);
  return absences;
}
