import { column, pick, statement } from "../../../platform/database/index.ts";
import { clientsView } from "../../../tables/clients.ts";
import { appointmentItemsView, appointmentsView } from "../../../tables/scheduling.ts";

/** Returns one row if the business has this appointment and, with `$ownStaffId`, if that staff member performs one of its items. */
export const findOwnAppointment = statement({
  name: "availability_find_own_appointment",
  params: { businessId: column.id, id: column.id, ownStaffId: column.nullable(column.id) },
  columns: pick(appointmentsView.columns, "id"),
  sql: `select id
        from ${appointmentsView} as appointment
        where business_id = $businessId
          and id = $id
          and (
            $ownStaffId is null
            or exists (
              select
              from ${appointmentItemsView} as item
              where item.business_id = $businessId
                and item.appointment_id = $id
                and item.staff_id = $ownStaffId
            )
          )`,
});

/** Reads the client's fields for the rules of online booking. Returns no row for an unknown or deleted client. */
export const findOnlineBookingStatus = statement({
  name: "availability_find_online_booking_status",
  params: { businessId: column.id, clientId: column.id },
  columns: { ...pick(clientsView.columns, "patch_test_at"), blocked: column.flag },
  sql: `select patch_test_at, online_booking_blocked_at is not null as blocked
        from ${clientsView} as client
        where business_id = $businessId and id = $clientId and deleted_at is null`,
});
