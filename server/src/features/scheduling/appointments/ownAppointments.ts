import type { OwnOnly } from "../../../kernel/caller.ts";
import { type FieldProblem, refuseIf } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { appointmentItemsView } from "../../../tables/scheduling.ts";
import { isOwnClient } from "../../clients/clients/index.ts";
import type { Appointment } from "./appointment.ts";

/** A staff member's own appointments are those with an item they perform (contract §2); `own` null: not limited. */
export function isOwnAppointment(appointment: Pick<Appointment, "items">, own: OwnOnly | null): boolean {
  return own === null || appointment.items.some((item) => item.staffId === own.staffId);
}

/**
 * The same as an SQL condition on rows that may have an appointment: rows of the staff member's own appointments, and rows
 * without an appointment (contract §2). `staffId` is a parameter such as `$ownStaffId`; null: not limited.
 */
export function ownAppointmentCondition(table: "payments" | "sales", staffId: string): string {
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
 * Refuses a booking by a staff member for another staff member, or of a client that is not their own: such a client is
 * answered like an unknown one. Throws `validation_failed`.
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
            message: "must be your own staff id; reception books for others",
          },
        ],
  );
  if (!(await isOwnClient(reader, businessId, booking.client_id, own)))
    problems.unshift({ path: "/client_id", message: "is not a client of this business" });
  refuseIf(problems);
}
