import { column, pick, statement } from "../../../platform/database/index.ts";
import {
  businesses,
  businessSettings,
  locations,
  locationsView,
  staffMembers,
} from "../../../tables/business.ts";
import { salesView } from "../../../tables/checkout.ts";
import { clientsView } from "../../../tables/clients.ts";

/** The data of the business, the location and the client on a receipt. */
export const findSeller = statement({
  name: "receipts_find_seller",
  params: { businessId: column.id, locationId: column.id, clientId: column.nullable(column.id) },
  columns: {
    business_name: column.text,
    locale: column.text,
    location_name: column.text,
    client_name: column.nullable(column.text),
    ...pick(businesses.columns, "tax_number"),
    ...pick(locations.columns, "address", "phone_e164", "time_zone"),
  },
  sql: `select business.name as business_name, business.locale, location.name as location_name,
          (
            select concat_ws(' ', client.first_name, client.last_name)
            from ${clientsView} as client
            where client.business_id = business.id
              and client.id = $clientId
              and client.erased_at is null
          ) as client_name,
          business.tax_number, location.address, location.phone_e164, location.time_zone
        from ${businessSettings} as business
        join ${locationsView} as location on location.business_id = business.id and location.id = $locationId
        where business.id = $businessId`,
});

export const listStaffNames = statement({
  name: "receipts_list_staff_names",
  params: { businessId: column.id, ids: column.ids },
  columns: { id: column.id, display_name: column.text },
  sql: `select id, display_name
        from ${staffMembers} as staff
        where business_id = $businessId
          and id = any($ids)`,
});

/**
 * The client of a sale, the client's e-mail address, and the location's e-mail address for replies. The columns of the client
 * are null without a client and for a deleted client.
 */
export const findRecipient = statement({
  name: "receipts_find_recipient",
  params: { businessId: column.id, saleId: column.id },
  columns: {
    client_id: column.nullable(column.id),
    email: column.nullable(column.text),
    location_email: column.nullable(column.text),
  },
  sql: `select client.id as client_id, client.email, location.email as location_email
        from ${salesView} as sale
        join ${locationsView} as location on location.business_id = sale.business_id and location.id = sale.location_id
        left join ${clientsView} as client
          on client.business_id = sale.business_id and client.id = sale.client_id and client.deleted_at is null
        where sale.business_id = $businessId
          and sale.id = $saleId`,
});
