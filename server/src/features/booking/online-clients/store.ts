import { column, pick, statement } from "../../../platform/database/index.ts";
import { clientFieldsView } from "../../../tables/business.ts";

export const listRequiredFields = statement({
  name: "online_clients_list_required_fields",
  params: { businessId: column.id },
  columns: pick(clientFieldsView.columns, "id"),
  sql: `select id
        from ${clientFieldsView} as field
        where business_id = $businessId and archived_at is null and required
        order by position, id`,
});
