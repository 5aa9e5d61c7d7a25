import type { WallInterval } from "@daybook/engine";
import { column, pick, type RowOf, statement } from "../../../platform/database/index.ts";
import {
  bookingPagesView,
  businessSettings,
  clientFieldsView,
  locationHourExceptionsView,
  locationHoursView,
  locationsView,
  picturesView,
  serviceCategoriesView,
  serviceLocationsView,
  servicesView,
  staffMembers,
} from "../../../tables/business.ts";

const businessColumns = pick(businessSettings.columns, "id", "name", "slug", "type", "locale", "currency");

export type PublicBusinessRow = RowOf<typeof businessColumns>;

export const findBySlug = statement({
  name: "public_business_find",
  params: { slug: column.text },
  columns: businessColumns,
  sql: `select id, name, slug, type, locale, currency
        from ${businessSettings} as business
        where slug = $slug`,
});

const publishedColumns = {
  ...pick(locationsView.columns, "id", "name", "address", "phone_e164", "email", "time_zone"),
  hours: column.json<(WallInterval & { weekday: number })[]>(),
  exceptions: column.json<{ date: string; intervals: WallInterval[] }[]>(),
};

export const listPublished = statement({
  name: "public_business_list_locations",
  params: { businessId: column.id },
  columns: publishedColumns,
  sql: `select
          location.id, location.name, location.address, location.phone_e164, location.email, location.time_zone,
          coalesce(
            (
              select jsonb_agg(
                jsonb_build_object('weekday', h.weekday, 'startsMinute', h.starts_minute, 'endsMinute', h.ends_minute)
                order by h.weekday, h.starts_minute
              )
              from ${locationHoursView} as h
              where h.business_id = location.business_id and h.location_id = location.id
            ),
            '[]'
          ) as hours,
          coalesce(
            (
              select jsonb_agg(jsonb_build_object('date', e.date, 'intervals', e.intervals) order by e.date)
              from ${locationHourExceptionsView} as e
              where e.business_id = location.business_id and e.location_id = location.id
            ),
            '[]'
          ) as exceptions
        from ${locationsView} as location
        where location.business_id = $businessId and location.active and location.published_at is not null
        order by location.name, location.id`,
});

/** Returns one row if clients can book online at the location. */
export const findPublished = statement({
  name: "public_business_find_published_location",
  params: pick(locationsView.columns, "business_id", "id"),
  columns: pick(locationsView.columns, "id"),
  sql: `select id
        from ${locationsView} as location
        where business_id = $business_id and id = $id and active and published_at is not null`,
});

const fieldColumns = pick(clientFieldsView.columns, "id", "label", "type", "options", "required", "position");

/**
 * The client fields of the booking page; all unarchived client fields if the settings are not stored or their
 * `client_field_ids` is null.
 */
export const listFields = statement({
  name: "public_business_list_client_fields",
  params: { businessId: column.id },
  columns: fieldColumns,
  sql: `select id, label, type, options, required, position
        from ${clientFieldsView} as field
        where business_id = $businessId and archived_at is null
          and not exists (
            select
            from ${bookingPagesView} as page
            where page.business_id = $businessId and not field.id = any (page.client_field_ids)
          )
        order by position, id`,
});

const serviceColumns = {
  ...pick(
    servicesView.columns,
    "id",
    "category_id",
    "description",
    "price_amount",
    "price_kind",
    "requires_patch_test",
    "requires_approval",
  ),
};

/**
 * The menu data of the services that can be booked online at a location. The scheduling snapshot contains the other data of these services.
 */
export const listOnlineServices = statement({
  name: "public_business_list_services",
  params: { businessId: column.id, locationId: column.id },
  columns: serviceColumns,
  sql: `select
          service.id, service.category_id, service.description, service.price_amount, service.price_kind,
          service.requires_patch_test, service.requires_approval
        from ${servicesView} as service
        join ${serviceLocationsView} as offered
          on offered.business_id = service.business_id and offered.service_id = service.id
        where service.business_id = $businessId
          and offered.location_id = $locationId
          and service.active
          and service.online_bookable
        order by service.position, service.id`,
});

const categoryColumns = pick(serviceCategoriesView.columns, "id", "name", "description");

export const listCategories = statement({
  name: "public_business_list_categories",
  params: { businessId: column.id },
  columns: categoryColumns,
  sql: `select id, name, description
        from ${serviceCategoriesView} as category
        where business_id = $businessId and archived_at is null
        order by position, id`,
});

const staffColumns = {
  ...pick(staffMembers.columns, "id", "display_name", "title"),
  photo_id: column.nullable(picturesView.columns.id),
};

export const listStaffNames = statement({
  name: "public_business_list_staff",
  params: { businessId: column.id },
  columns: staffColumns,
  sql: `select member.id, member.display_name, member.title, picture.id as photo_id
        from ${staffMembers} as member
        left join ${picturesView} as picture
          on picture.business_id = member.business_id and picture.staff_id = member.id
        where member.business_id = $businessId and member.active
        order by member.position, member.id`,
});
