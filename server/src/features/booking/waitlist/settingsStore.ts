import { column, list, statement } from "../../../platform/database/index.ts";
import { waitlistSettings } from "../../../tables/booking.ts";
import { locationsView } from "../../../tables/business.ts";

const { columns } = waitlistSettings;

/**
 * The waitlist mode of a location and whether clients can book online there; no row for an unknown location.
 */
export const findSettings = statement({
  name: "waitlist_settings_find",
  params: { businessId: column.id, locationId: column.id },
  columns: {
    mode: column.nullable(columns.mode),
    is_published: column.flag,
  },
  sql: `select settings.mode, location.published_at is not null as is_published
        from ${locationsView} as location
        left join waitlist_settings as settings
          on settings.business_id = location.business_id and settings.location_id = location.id
        where location.business_id = $businessId and location.id = $locationId`,
});

export const writeSettings = statement({
  name: "waitlist_settings_write",
  params: columns,
  sql: `insert into waitlist_settings (${list(columns)})
        values ($business_id, $location_id, $mode, $updated_at)
        on conflict on constraint waitlist_settings_pkey
        do update set mode = excluded.mode, updated_at = excluded.updated_at`,
});
