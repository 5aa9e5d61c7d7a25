import { dateOf, localText, weekdayOf } from "@daybook/engine";
import { addMembership, updateMembership } from "../features/access/accounts/index.ts";
import { replaceBookingPage } from "../features/business/booking-page/index.ts";
import { createClientField } from "../features/business/businesses/index.ts";
import {
  createLocation,
  createResource,
  replaceLocationHours,
  replacePublishing,
} from "../features/business/locations/index.ts";
import { processUpload, replacePicture, STAFF_PHOTO } from "../features/business/pictures/index.ts";
import { setPolicy } from "../features/business/policies/index.ts";
import { createStaffMember, createTimeOff, replaceStaffHours } from "../features/business/staff/index.ts";
import { createTemplate } from "../features/clients/forms/index.ts";
import { createBlocks } from "../features/scheduling/blocks/index.ts";
import { withSnapshot } from "../features/scheduling/snapshot/index.ts";
import type { Demo, NewDemo } from "./demo.ts";
import { SERVICES } from "./menu.ts";
import { readImage } from "./photos.ts";
import * as salon from "./salon.ts";
import { createMenu } from "./setUpMenu.ts";
import { BOOKING_PAGE, CLIENT_FIELDS, CONSENT_FORM, POLICY } from "./texts.ts";

/** Creates the settings, locations, resources, staff, menu, prepaid products, consent form, blocks and time off. */
export async function setUp(created: NewDemo): Promise<Demo> {
  const { tx, database, businessId, store, idOf, setUpAt: now } = created;
  for (const field of Object.values(CLIENT_FIELDS))
    await store(field.label, createClientField(tx, businessId, field, now));
  await setPolicy(tx, businessId, POLICY, { now, ifMatch: null });
  await replaceBookingPage(tx, businessId, BOOKING_PAGE, now);
  await createLocations(created);
  await createStaff(created);
  await createMenu(created);
  const tested = SERVICES.filter(({ input }) => input.requires_patch_test);
  const service_ids = tested.map(({ name }) => idOf(name));
  await createTemplate(tx, businessId, { ...CONSENT_FORM, service_ids }, now);
  const snapshot = await withSnapshot(database, businessId, async (read) => read);
  const demo = { ...created, snapshot };
  await createAbsences(demo);
  return demo;
}

async function createLocations({ tx, businessId, store, today, days, setUpAt: now }: NewDemo): Promise<void> {
  const holiday = { date: dateOf(today + days.coming + 2), intervals: [] };
  const hours = salon.onWeekdays("1234567", salon.OPENING_HOURS);
  for (const [name, line1, postal_code, phone_e164] of salon.LOCATIONS) {
    const address = { line1, city: "Berlin", postal_code, country: "DE" };
    const id = await store(name, createLocation(tx, businessId, { name, address, phone_e164 }, now));
    await replaceLocationHours(tx, businessId, id, { hours, hour_exceptions: [holiday] }, now);
    await replacePublishing(tx, businessId, id, { isPublished: true, now });
    for (const [resource, type, capacity] of salon.RESOURCES)
      await createResource(tx, businessId, id, { name: resource, type, capacity }, now);
  }
}

/** Creates the staff members, and makes the users business members. `createBusiness` has made the owner a member. */
async function createStaff({ tx, businessId, store, idOf, setUpAt: now }: NewDemo): Promise<void> {
  for (const [first_name, last_name, title, color, portrait] of salon.STAFF) {
    const location_ids = salon.locationsOf([first_name]).map(idOf);
    const member = { first_name, last_name, title, color, location_ids };
    const id = await store(first_name, createStaffMember(tx, businessId, member, now));
    const shifts = salon.SHIFTS.filter(([name]) => name === first_name);
    const weekly = shifts.flatMap(([, location, weekdays, starts, ends]) =>
      salon.onWeekdays(weekdays, { location_id: idOf(location), starts, ends }),
    );
    await replaceStaffHours(tx, businessId, id, { weekly, exceptions: [] }, now);
    const picture = await processUpload(await readImage(`${portrait}.webp`), STAFF_PHOTO);
    await replacePicture(tx, { businessId, staffId: id }, picture, now);
  }
  for (const { role, firstName } of salon.USERS) {
    const isStaff = salon.STAFF.some(([name]) => name === firstName);
    const staffId = isStaff ? idOf(firstName) : null;
    const membership = { userId: idOf(role), businessId, role, staffId, now };
    if (role === "owner") updateMembership(tx, membership);
    else await addMembership(tx, membership);
  }
}

/** Creates weekly blocks from last week to the last day with appointments, and time off. */
async function createAbsences(demo: Demo): Promise<void> {
  const { tx, businessId, snapshot, idOf, zone, today, days, at, setUpAt: now } = demo;
  const period = (day: number, starts: string, endDay: number, ends: string) => {
    return { starts_at: localText(zone, at(day, starts)), ends_at: localText(zone, at(endDay, ends)) };
  };
  for (const [name, location, weekdays, starts, ends, label] of salon.BLOCKS) {
    const block = { label, every_days: 7, location_id: idOf(location), staff_id: idOf(name) };
    for (const { weekday } of salon.onWeekdays(weekdays, {})) {
      const first = -7 + ((weekday - weekdayOf(today) + 7) % 7);
      const occurrences = Math.floor((days.coming - first) / 7) + 1;
      await createBlocks(tx, snapshot, { ...block, occurrences, ...period(first, starts, first, ends) }, now);
    }
  }
  for (const [name, day, dayCount, label] of salon.TIME_OFF) {
    const times = period(day, "00:00", day + dayCount, "00:00");
    await createTimeOff(tx, businessId, idOf(name), { ...times, label }, now);
  }
}
