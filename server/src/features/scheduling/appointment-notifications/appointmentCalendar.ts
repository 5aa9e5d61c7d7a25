import { notFound } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { calendarFile } from "./calendarFile.ts";
import { participantsOf } from "./participants.ts";
import { listUpcoming } from "./store.ts";
import { textsFor } from "./texts.ts";

/** For a location or client without an e-mail address: a reserved name that no mail reaches. */
const NO_ADDRESS = "appointments@daybook.invalid";

/** The calendar file of one appointment, for a download. It is the same entry as in e-mails. Throws `not_found`. */
export async function appointmentCalendar(
  reader: Reader,
  { businessId, appointmentId }: { readonly businessId: string; readonly appointmentId: string },
  now: number,
): Promise<string> {
  // From the beginning of time on: an appointment under way counts too.
  const [appointment] = await reader.query(listUpcoming, {
    businessIds: [businessId],
    ids: [appointmentId],
    now: 0,
  });
  if (appointment === undefined) throw notFound();
  const { status } = appointment;
  return calendarFile({
    kind: status === "cancelled" || status === "declined" ? status : "booked",
    appointments: [appointment],
    texts: textsFor(appointment.locale).texts,
    participants: participantsOf(appointment, appointment.client_email ?? NO_ADDRESS, NO_ADDRESS),
    now,
  }).text;
}
