import { column, list, pick, statement } from "../../../../platform/database/index.ts";
import { onlineBookingsView } from "../../../../tables/booking.ts";
import { businessSettings, locationsView } from "../../../../tables/business.ts";
import { clientsView } from "../../../../tables/clients.ts";
import { appointmentItemsView, appointmentsView } from "../../../../tables/scheduling.ts";

const place = pick(locationsView.columns, "address", "phone_e164", "time_zone");

/**
 * The client of an appointment, with the data for an e-mail about its fee. Returns no row if the client is deleted or has no e-mail
 * address.
 */
export const findFeeRecipient = statement({
  name: "saved_cards_find_fee_recipient",
  params: { businessId: column.id, appointmentId: column.id },
  columns: {
    ...pick(clientsView.columns, "first_name", "last_name"),
    client_id: column.id,
    email: column.notNull(clientsView.columns.email),
    locale: column.text,
    business_name: column.text,
    location_name: locationsView.columns.name,
    location_email: locationsView.columns.email,
    ...place,
    starts_at: column.instant,
    service_names: column.texts,
  },
  sql: `select
          client.first_name, client.last_name, client.id as client_id, client.email,
          coalesce(booked.language, business.locale) as locale,
          business.name as business_name,
          location.name as location_name, location.email as location_email,
          ${list(place, "location")},
          appointment.starts_at,
          array(
            select item.service_name
            from ${appointmentItemsView} as item
            where item.business_id = appointment.business_id and item.appointment_id = appointment.id
            order by item.position, item.id
          ) as service_names
        from ${appointmentsView} as appointment
        join ${businessSettings} as business on business.id = appointment.business_id
        join ${locationsView} as location
          on location.business_id = appointment.business_id and location.id = appointment.location_id
        join ${clientsView} as client
          on client.business_id = appointment.business_id and client.id = appointment.client_id
        left join ${onlineBookingsView} as booked
          on booked.business_id = appointment.business_id and booked.appointment_id = appointment.id
        where appointment.business_id = $businessId
          and appointment.id = $appointmentId
          and client.deleted_at is null
          and client.email is not null`,
});
