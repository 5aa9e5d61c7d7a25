import { column, pick, type RowOf, statement } from "../../../platform/database/index.ts";
import { staffMembers } from "../../../tables/business.ts";
import { clientsView } from "../../../tables/clients.ts";
import { appointmentItemsView, appointmentsView } from "../../../tables/scheduling.ts";

const arrivalColumns = {
  ...pick(appointmentsView.columns, "id", "location_id", "status", "starts_at"),
  ...pick(clientsView.columns, "first_name", "last_name"),
  ...pick(staffMembers.columns, "display_name"),
};

/** An appointment that may be checked in at a kiosk. */
export type ArrivalRow = RowOf<typeof arrivalColumns>;

const selected = `appointment.id, appointment.location_id, appointment.status, appointment.starts_at,
          client.first_name, client.last_name, member.display_name`;

const joined = `join ${appointmentItemsView} as item
          on item.business_id = appointment.business_id and item.appointment_id = appointment.id and item.position = 1
        join ${staffMembers} as member
          on member.business_id = item.business_id and member.id = item.staff_id`;

const open = `appointment.status in ('booked', 'arrived')
          and appointment.starts_at between $fromAt and $untilAt`;

/**
 * The appointments, at all locations, of clients whose phone number ends with these digits. The limit keeps the response small: if more
 * than 20 appointments match, the response asks the client to see the front desk.
 */
export const listArrivals = statement({
  name: "kiosks_list_arrivals",
  params: {
    businessId: column.id,
    digits: column.text,
    fromAt: column.instant,
    untilAt: column.instant,
  },
  columns: arrivalColumns,
  sql: `select ${selected}
        from ${clientsView} as client
        join ${appointmentsView} as appointment
          on appointment.business_id = client.business_id and appointment.client_id = client.id
        ${joined}
        where client.business_id = $businessId
          and client.phone_e164 is not null
          and right(client.phone_e164, 7) = $digits
          and client.deleted_at is null
          and ${open}
        order by appointment.starts_at, appointment.id
        limit 21`,
});

/** Returns whether a client whose phone number ends with these digits is blocked from online booking. */
export const isAnyBlocked = statement({
  name: "kiosks_is_any_blocked",
  params: { businessId: column.id, digits: column.text },
  columns: { is_blocked: column.flag },
  sql: `select exists (
          select
          from ${clientsView} as client
          where client.business_id = $businessId
            and client.phone_e164 is not null
            and right(client.phone_e164, 7) = $digits
            and client.deleted_at is null
            and client.online_booking_blocked_at is not null
        ) as is_blocked`,
});

/** The appointment that a client selected. Returns no row outside the check-in window and for a blocked client. */
export const findArrival = statement({
  name: "kiosks_find_arrival",
  params: {
    businessId: column.id,
    appointmentId: column.id,
    fromAt: column.instant,
    untilAt: column.instant,
  },
  columns: arrivalColumns,
  sql: `select ${selected}
        from ${appointmentsView} as appointment
        join ${clientsView} as client
          on client.business_id = appointment.business_id and client.id = appointment.client_id
        ${joined}
        where appointment.business_id = $businessId
          and appointment.id = $appointmentId
          and client.deleted_at is null
          and client.online_booking_blocked_at is null
          and ${open}`,
});
