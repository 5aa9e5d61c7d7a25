import ical, {
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventClass,
  ICalEventStatus,
} from "ical-generator";
import type { CalendarMethod } from "../../../platform/email/index.ts";
import type { NotificationKind } from "./notificationKind.ts";
import { addressLine, oneLine, type Participants } from "./participants.ts";
import type { NotifiableAppointment } from "./store.ts";
import type { EmailTexts } from "./texts.ts";

/**
 * Builds the calendar file attached to an e-mail (RFC 5545, 5546). All files use the same calendar entry for an appointment: the UID is the
 * appointment's id and the SEQUENCE its version. A calendar therefore replaces its entry with a later version and ignores a file with an
 * earlier one.
 *
 * Times are in UTC: UTC times need no time-zone definition and are unambiguous in the hour that a clock change repeats. Several
 * appointments of a series use PUBLISH, because a REQUEST may contain only one entry (RFC 5546, 3.2.2). The entry names the business and
 * location but no services, because clients share calendars with their families and employers.
 */
export function calendarFile(options: {
  readonly kind: NotificationKind;
  readonly appointments: readonly NotifiableAppointment[];
  readonly texts: EmailTexts;
  readonly participants: Participants;
  readonly now: number;
}): { readonly method: CalendarMethod; readonly text: string } {
  const { appointments, texts, participants, now } = options;
  const method = methodOf(options.kind, appointments.length);
  const calendar = ical({
    prodId: { company: "Daybook", product: "Daybook", language: "EN" },
    method: ICalCalendarMethod[method],
  });
  const { client, organizer } = participants;
  for (const appointment of appointments) {
    calendar.createEvent({
      id: `${appointment.appointment_id}@daybook`,
      sequence: appointment.version,
      stamp: new Date(now),
      start: new Date(appointment.starts_at),
      end: new Date(appointment.ends_at),
      summary: texts.entry(oneLine(appointment.business_name)),
      location: `${oneLine(appointment.location_name)}, ${addressLine(appointment.address)}`,
      status: statusOf(appointment),
      class: ICalEventClass.PRIVATE,
      organizer,
      // A REQUEST needs an attendee; the client is not asked to reply.
      ...(method === "PUBLISH"
        ? {}
        : { attendees: [{ ...client, rsvp: false, status: ICalAttendeeStatus.ACCEPTED }] }),
    });
  }
  // RFC 5545 requires CRLF after every line, including the last one.
  return { method, text: `${calendar.toString()}\r\n` };
}

function methodOf(kind: NotificationKind, count: number): CalendarMethod {
  if (kind === "cancelled" || kind === "declined") return "CANCEL";
  return count === 1 ? "REQUEST" : "PUBLISH";
}

function statusOf({ status }: NotifiableAppointment): ICalEventStatus {
  if (status === "cancelled" || status === "declined") return ICalEventStatus.CANCELLED;
  return status === "requested" ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED;
}
