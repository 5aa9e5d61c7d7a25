import type { OwnOnly } from "../../../kernel/caller.ts";
import { type FieldProblem, refuseIf } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { appointmentItemsView } from "../../../tables/scheduling.ts";
import { isOwnClient } from "../../clients/clients/index.ts";
import type { Appointment } from "./appointment.ts";

/** Returns whether a staff member performs an item of the appointment (contract §2). Always true if `own` is null. */
export function isOwnAppointment(appointment: Pick<Appointment, "items">, own: OwnOnly | null): boolean {
  return own === null || appointment.items.some((item) => item.staffId === own.staffId);
}

/**
 * Returns `isOwnAppointment` as an SQL condition for rows with an optional appointment: true for the staff member's own appointments and
 * for rows without an appointment (contract §2). `staffId` is a parameter such as `$ownStaffId`; if its value is null, the condition is
 * true for all rows.
 */
export function ownAppointmentCondition(table: "payments" | "sales" | "deposits", staffId: string): string {
  return `(
       ${staffId}::uuid is null
       or ${table}.appointment_id is null
       or exists (
         select
         from ${appointmentItemsView} as item
         where item.business_id = ${table}.business_id
           and item.appointment_id = ${table}.appointment_id
           and item.staff_id = ${staffId}
       )
     )`;
}

/**
 * Throws `validation_failed` if a staff member books for another staff member or for a client who is not one of their own clients. The
 * error for such a client equals the error for an unknown client.
 */
export async function assertOwnBooking(
  reader: Reader,
  businessId: string,
  booking: { readonly client_id: string; readonly items: readonly { readonly staff_id: string }[] },
  own: OwnOnly | null,
): Promise<void> {
  if (own === null) return;
  const problems: FieldProblem[] = booking.items.flatMap((item, index) =>
    item.staff_id.toLowerCase() === own.staffId
      ? []
      : [
          {
            path: `/items/${index}/staff_id`,
            message:
              "must be your own staff id: users with the role staff cannot book for other staff members",
          },
        ],
  );
  if (!(await isOwnClient(reader, businessId, booking.client_id, own)))
    problems.unshift({ path: "/client_id", message: "is not a client of this business" });
  refuseIf(problems);
}
