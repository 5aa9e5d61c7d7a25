import type { OwnOnly } from "../../../kernel/caller.ts";
import { column, type Reader, statement } from "../../../platform/database/index.ts";

/** Where $3 is given, only a visit of which that member performs an item: no other is theirs. */
const readVisitId = statement(
  "availability_visit_exists",
  { id: column.id },
  `select id
   from appointments
   where business_id = $1
     and id = $2
     and (
       $3::uuid is null
       or exists (
         select
         from appointment_items as items
         where items.business_id = $1
           and items.appointment_id = $2
           and items.staff_id = $3
       )
     )`,
);

/** Whether a visit that a question leaves out is one of this business, and one that the caller may know of. */
export async function appointmentExists(
  reader: Reader,
  businessId: string,
  id: string,
  own: OwnOnly | null,
): Promise<boolean> {
  return (await reader.query(readVisitId, [businessId, id, own?.staffId ?? null])).length === 1;
}

const readStatus = statement(
  "availability_read_online_standing",
  { patch_test_at: column.nullable(column.date), blocked: column.flag },
  `select patch_test_at, online_booking_blocked_at is not null as blocked
   from clients
   where business_id = $1 and id = $2 and deleted_at is null`,
);

/** What the booking page asks of a client: undefined when there is no such client. */
export async function readOnlineBookingStatus(reader: Reader, businessId: string, clientId: string) {
  return (await reader.query(readStatus, [businessId, clientId]))[0];
}
