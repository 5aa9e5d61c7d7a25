import { column, list, omit, parameters, pick, statement } from "../../../platform/database/index.ts";
import { bookingPages, clientFieldsView } from "../../../tables/business.ts";

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
        values (${parameters(columns)})
        on conflict on constraint booking_pages_pkey
        do update set texts = excluded.texts, accent_color = excluded.accent_color, origins = excluded.origins,
          waitlist_mode = excluded.waitlist_mode, updated_at = excluded.updated_at,
          client_field_ids = excluded.client_field_ids`,
});

export const listFieldIds = statement({
  name: "booking_pages_list_client_fields",
  params: { businessId: column.id },
  columns: pick(clientFieldsView.columns, "id"),
  sql: `select id
        from ${clientFieldsView} as field
        where business_id = $businessId and archived_at is null
        order by id`,
});
