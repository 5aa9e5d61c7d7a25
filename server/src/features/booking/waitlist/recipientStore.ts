import { column, list, pick, statement } from "../../../platform/database/index.ts";
import { waitlistEntries } from "../../../tables/booking.ts";
import { businessSettings, locationsView, servicesView } from "../../../tables/business.ts";
import { clientsView } from "../../../tables/clients.ts";

const recipientColumns = {
  ...pick(clientsView.columns, "first_name", "last_name"),
  client_id: waitlistEntries.columns.client_id,
  client_email: clientsView.columns.email,
  locale: column.text,
  business_name: column.text,
  location_name: locationsView.columns.name,
  location_email: locationsView.columns.email,
  ...pick(locationsView.columns, "address", "phone_e164", "time_zone"),
  service_names: column.texts,
};

/** The client of an entry with the data for an e-mail; no row for a deleted client. */
export const findRecipient = statement({
  name: "waitlist_find_recipient",
  params: { businessId: column.id, entryId: column.id },
  columns: recipientColumns,
  sql: `select
          client.first_name, client.last_name, entry.client_id, client.email as client_email,
          coalesce(entry.language, business.locale) as locale,
          business.name as business_name,
          location.name as location_name, location.email as location_email,
          ${list(pick(locationsView.columns, "address", "phone_e164", "time_zone"), "location")},
          array(
            select service.name
            from jsonb_array_elements(entry.items) with ordinality as item (wanted, position)
            join ${servicesView} as service
              on service.business_id = entry.business_id and service.id = (item.wanted ->> 'service_id')::uuid
            order by item.position
          ) as service_names
        from waitlist_entries as entry
        join ${businessSettings} as business on business.id = entry.business_id
        join ${locationsView} as location
          on location.business_id = entry.business_id and location.id = entry.location_id
        join ${clientsView} as client on client.business_id = entry.business_id and client.id = entry.client_id
        where entry.business_id = $businessId and entry.id = $entryId and client.deleted_at is null`,
});
