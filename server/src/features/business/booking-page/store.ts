import {
  column,
  list,
  omit,
  parameters,
  pick,
  selectWhere,
  statement,
} from "../../../platform/database/index.ts";
import { bookingPages, clientFieldsView } from "../../../tables/business.ts";

const { columns } = bookingPages;
export const settingColumns = omit(columns, "business_id");

export const findBookingPage = selectWhere("booking_pages_find", bookingPages, {
  columns: settingColumns,
  where: { businessId: "business_id" },
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
