import { dateOf, instantOf, localText, weekdayOf } from "@daybook/engine";
import { addMembership, createUser, updateMembership } from "../features/access/accounts/index.ts";
import { replaceBookingPage } from "../features/business/booking-page/index.ts";
import { createBusiness, createClientField, updateBusiness } from "../features/business/businesses/index.ts";
import {
  createLocation,
  createResource,
  replaceLocationHours,
  replacePublishing,
} from "../features/business/locations/index.ts";
import { processUpload, replacePicture, STAFF_PHOTO } from "../features/business/pictures/index.ts";
import { setPolicy } from "../features/business/policies/index.ts";
import { createStaffMember, createTimeOff, replaceStaffHours } from "../features/business/staff/index.ts";
import { createBlocks } from "../features/scheduling/blocks/index.ts";
import { replaceMessageSettings } from "../features/scheduling/message-settings/index.ts";
import { withSnapshot } from "../features/scheduling/snapshot/index.ts";
import type { Transaction } from "../platform/database/index.ts";
import { createConsentForm } from "./consents.ts";
import { clockHours, type Demo, type LoadOptions, openDemo, timeOn } from "./demo.ts";
import { readImage } from "./photos.ts";
import * as salon from "./salon.ts";
import { createMenu, createOffers } from "./setUpMenu.ts";
import { BOOKING_PAGE, CLIENT_FIELDS, MESSAGES, POLICY } from "./texts.ts";

/** The demo before its snapshot is read, and the time of its set-up. */
export type Opened = Omit<Demo, "snapshot"> & { readonly setUpAt: number };

/** Creates the business with its users, settings, locations, staff, menu, prepaid products, blocks and time off. */
export async function setUp(tx: Transaction, options: LoadOptions): Promise<Demo> {
  const opened = openDemo(tx, options);
  const { create, database, idOf } = opened;
  const setUpAt = timeOn(opened, -salon.SET_UP_DAYS_AGO, "08:00");
  for (const [role, email, firstName, lastName] of salon.USERS)
    await create(role, createUser(tx, { email, firstName, lastName, now: setUpAt }));
  const { TIME_ZONE: time_zone, CURRENCY: currency } = salon;
  const business = { name: "Salon Lindenhof", type: "salon", country: "DE", locale: "en" } as const;
  const ownerId = idOf("owner");
  const created = await createBusiness(tx, ownerId, { ...business, time_zone, currency }, setUpAt);
  const businessId = created.id;
  await updateBusiness(tx, businessId, { slug: salon.SLUG }, setUpAt);
  const demo: Opened = { ...opened, businessId, ownerId, setUpAt };
  for (const field of Object.values(CLIENT_FIELDS)) {
    const input = { ...field, options: [...field.options] };
    await create(field.label, createClientField(tx, businessId, input, setUpAt));
  }
  await setPolicy(tx, businessId, POLICY, { now: setUpAt, ifMatch: null });
  await replaceBookingPage(tx, businessId, BOOKING_PAGE, setUpAt);
  await replaceMessageSettings(tx, businessId, { messages: MESSAGES, reminder_hours_before: 24 }, setUpAt);
  await createLocations(demo);
  await createStaff(demo);
  await createMenu(demo);
  await createOffers(demo);
  await createConsentForm(demo);
  const snapshot = await withSnapshot(database, businessId, async (read) => read);
  await createAbsences({ ...demo, snapshot }, setUpAt);
  return { ...demo, snapshot };
}

async function createLocations(demo: Opened): Promise<void> {
  const { tx, businessId, create, today, days, setUpAt: now } = demo;
  for (const [name, line1, postal_code, phone] of salon.LOCATIONS) {
    const location = {
      name,
      address: { line1, city: "Berlin", postal_code, country: "DE" },
      phone_e164: `+493023125${phone}`,
      email: `${name.toLowerCase()}@demo-salon.example`,
    };
    const id = await create(name, createLocation(tx, businessId, location, now));
    const weekly = salon.weeklyHours(salon.OPENING_HOURS, name).map(({ location: _, ...day }) => day);
    const hours = clockHours(demo, weekly);
    const hour_exceptions = salon.HOUR_EXCEPTIONS.map(([day, intervals]) => {
      return { date: dateOf(today + days.coming + day), intervals: clockHours(demo, intervals) };
    });
    await replaceLocationHours(tx, businessId, id, { hours, hour_exceptions }, now);
    await replacePublishing(tx, businessId, id, { isPublished: true, now });
    for (const [resource, type, capacity] of salon.RESOURCES) {
      const input = { name: resource, type, capacity };
      await create(`${name}/${resource}`, createResource(tx, businessId, id, input, now));
    }
  }
}

/** Creates the staff members, and makes the users business members. `createBusiness` has made the owner a member. */
async function createStaff(demo: Opened): Promise<void> {
  const { tx, businessId, create, idOf, setUpAt: now } = demo;
  for (const [first_name, last_name, title, color, portrait] of salon.STAFF) {
    const location_ids = salon.locationsOf([first_name]).map(idOf);
    const member = { first_name, last_name, title, color, location_ids };
    const id = await create(first_name, createStaffMember(tx, businessId, member, now));
    const weekly = salon
      .weeklyHours(salon.SHIFTS, first_name)
      .map(({ location, ...day }) => ({ ...day, location_id: idOf(location) }));
    const hours = { weekly: clockHours(demo, weekly), exceptions: [] };
    await replaceStaffHours(tx, businessId, id, hours, now);
    const picture = await processUpload(await readImage(`${portrait}.webp`), STAFF_PHOTO);
    await replacePicture(tx, { businessId, staffId: id }, picture, now);
  }
  for (const [role, , , , staff] of salon.USERS) {
    const staffId = staff === undefined ? null : idOf(staff);
    const membership = { userId: idOf(role), businessId, role, staffId, now };
    if (role === "owner") updateMembership(tx, membership);
    else await addMembership(tx, membership);
  }
}

/** Creates time off, and weekly blocks from the past week on. */
async function createAbsences(demo: Demo, now: number): Promise<void> {
  const { tx, businessId, snapshot, idOf, zone, today, days } = demo;
  const period = (day: number, starts: string, ends: string) => ({
    starts_at: localText(zone, timeOn(demo, day, starts)),
    ends_at: localText(zone, timeOn(demo, day, ends)),
  });
  for (const [name, location, weekdays, starts, ends, label] of salon.BLOCKS) {
    for (const weekday of weekdays) {
      const first = -7 + ((Number(weekday) - weekdayOf(today) + 7) % 7);
      const occurrences = Math.floor((days.coming - first) / 7) + 1;
      const series = { label, every_days: 7, occurrences, location_id: idOf(location), staff_id: idOf(name) };
      await createBlocks(tx, snapshot, { ...series, ...period(first, starts, ends) }, now);
    }
  }
  for (const [name, day, dayCount, label] of salon.TIME_OFF) {
    const midnight = (onDay: number) => localText(zone, instantOf(zone, today + onDay, 0));
    const times = { starts_at: midnight(day), ends_at: midnight(day + dayCount) };
    await createTimeOff(tx, businessId, idOf(name), { ...times, label }, now);
  }
  const painter = { resource_id: idOf("Lindenhof/Treatment room"), location_id: idOf("Lindenhof") };
  const morning = period(9, "09:00", "13:00");
  await createBlocks(tx, snapshot, { ...painter, ...morning, label: "Painter" }, now);
}
