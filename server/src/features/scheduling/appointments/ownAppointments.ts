import type { OwnOnly } from "../../../kernel/caller.ts";
import { type FieldProblem, refuseIf } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { isOwnClient } from "../../clients/clients/index.ts";
import type { Appointment } from "./appointment.ts";

/** A visit is a staff member's own when they perform any of its items (contract §2); null is not limited. */
export function isOwnAppointment(appointment: Pick<Appointment, "items">, own: OwnOnly | null): boolean {
  return own === null || appointment.items.some((item) => item.staffId === own.staffId);
}

/**
 * The same in SQL, for rows that may be of a visit: of a staff member (a parameter like `$3`; null: everybody) alone are
 * the rows of their own visits, and those of none (contract §2).
 */
export function ownAppointmentCondition(table: "payments" | "sales", staffId: string): string {
  return `(
       ${staffId}::uuid is null
       or ${table}.appointment_id is null
       or exists (
         select
         from appointment_items as item
         where item.business_id = ${table}.business_id
           and item.appointment_id = ${table}.appointment_id
           and item.staff_id = ${staffId}
       )
     )`;
}

/**
 * Refuses a booking that a staff member makes for somebody else, or of a client who is none of theirs: to them such a
 * client does not exist, and is answered like one who never did. Throws 422.
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
      : [{ path: `/items/${index}/staff_id`, message: "must be yourself: reception books for others" }],
  );
  if (!(await isOwnClient(reader, businessId, booking.client_id, own)))
    problems.unshift({ path: "/client_id", message: "is not a client of this business" });
  refuseIf(problems);
}
