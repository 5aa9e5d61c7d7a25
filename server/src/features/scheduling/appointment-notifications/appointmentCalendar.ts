import { notFound } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { calendarFile } from "./calendarFile.ts";
import { participantsOf } from "./participants.ts";
import { listUpcoming } from "./store.ts";
import { textsFor } from "./texts.ts";

/** Placeholder for a missing e-mail address of the location or client; `.invalid` is a reserved domain that receives no mail. */
const NO_ADDRESS = "appointments@daybook.invalid";

/**
 * Returns the calendar file of one appointment for download, with the same calendar entry that e-mails contain. Throws `not_found` for an
 * unknown appointment.
 */
export async function appointmentCalendar(
  reader: Reader,
  { businessId, appointmentId }: { readonly businessId: string; readonly appointmentId: string },
  now: number,
): Promise<string> {
  // `listUpcoming` returns appointments that start after `now`, so zero includes past and current appointments.
  const [appointment] = await reader.query(listUpcoming, {
    businessId,
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
