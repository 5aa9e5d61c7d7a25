import { column, list, omit, statement } from "../../../platform/database/index.ts";
import { bookingPages } from "../../../tables/business.ts";

const { columns } = bookingPages;
export const settingColumns = omit(columns, "business_id");

export const findBookingPage = statement({
  name: "booking_pages_find",
  params: { businessId: column.id },
  columns: settingColumns,
  sql: `select ${list(settingColumns)}
        from booking_pages
        where business_id = $businessId`,
});

export const writeBookingPage = statement({
  name: "booking_pages_write",
  params: columns,
  sql: `insert into booking_pages (${list(columns)})
        values ($business_id, $texts, $accent_color, $origins, $waitlist_mode, $updated_at)
        on conflict on constraint booking_pages_pkey
        do update set texts = excluded.texts, accent_color = excluded.accent_color, origins = excluded.origins,
          waitlist_mode = excluded.waitlist_mode, updated_at = excluded.updated_at`,
});
