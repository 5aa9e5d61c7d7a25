import { durationOf } from "@daybook/engine";
import type { Static } from "typebox";
import { moneyOf } from "../../../kernel/money.ts";
import type { Database } from "../../../platform/database/index.ts";
import { pictureUrlOf } from "../../business/pictures/index.ts";
import { assertCurrent, performersAt, withSnapshot } from "../../scheduling/snapshot/index.ts";
import { assertPublished, findPublicBusiness, unavailable } from "./publicBusiness.ts";
import type { PublicMenu } from "./schema.ts";
import { listCategories, listOnlineServices, listStaffNames } from "./store.ts";

type MenuRecord = Static<typeof PublicMenu>;

/**
 * Returns the menu of a published location. Throws `not_found` for an unknown slug, and `online_booking_unavailable` for an unknown or
 * unpublished location.
 */
export async function publicMenu(
  database: Database,
  slug: string,
  locationId: string,
  address: string,
): Promise<MenuRecord> {
  const { id: businessId } = await findPublicBusiness(database, slug);
  await assertPublished(database, businessId, locationId);
  return onlineMenu(database, businessId, locationId, address);
}

/**
 * Returns the services that can be booked online at a published or unpublished location, with the staff members who perform
 * them. `address` is the base URL of photos. Throws `online_booking_unavailable` for an unknown location.
 */
export async function onlineMenu(
  database: Database,
  businessId: string,
  locationId: string,
  address: string,
): Promise<MenuRecord> {
  return withSnapshot(database, businessId, async (snapshot) => {
    const [rows, categories, names] = await Promise.all([
      database.query(listOnlineServices, { businessId, locationId }),
      database.query(listCategories, { businessId }),
      database.query(listStaffNames, { businessId }),
      assertCurrent(database, snapshot),
    ]);
    const location = snapshot.locations.get(locationId);
    if (location === undefined) throw unavailable();
    const nameOf = new Map(names.map((member) => [member.id, member]));
    const services = rows.flatMap(({ price_amount, ...row }) => {
      const service = snapshot.services.get(row.id);
      if (service === undefined) return [];
      const staff = performersAt(snapshot, location, service).flatMap(({ id }) => {
        const member = nameOf.get(id);
        const performer = service.performers.get(id);
        if (member === undefined || performer === undefined) return [];
        return {
          staff_id: id,
          display_name: member.display_name,
          title: member.title,
          photo_url: pictureUrlOf(address, businessId, member.photo_id),
          duration_minutes: durationOf(performer.phases),
          price: moneyOf(performer.priceAmount, snapshot.currency),
        };
      });
      const price = moneyOf(price_amount, snapshot.currency);
      return { ...row, name: service.name, duration_minutes: durationOf(service.phases), price, staff };
    });
    const used = new Set(services.map((service) => service.category_id));
    return {
      location_id: locationId,
      categories: categories.filter((category) => used.has(category.id)),
      services,
    };
  });
}
