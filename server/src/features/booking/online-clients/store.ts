import { column, pick, statement } from "../../../platform/database/index.ts";
import { bookingPagesView, clientFieldsView } from "../../../tables/business.ts";

/** The ids of the client fields that are required on the booking page. */
export const listRequiredFields = statement({
  name: "online_clients_list_required_fields",
  params: { businessId: column.id },
  columns: pick(clientFieldsView.columns, "id"),
  sql: `select id
        from ${clientFieldsView} as field
        where business_id = $businessId and archived_at is null and required
          and not exists (
            select
            from ${bookingPagesView} as page
            where page.business_id = $businessId and not field.id = any (page.client_field_ids)
          )
        order by position, id`,
});
