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
 * The calendar file of a letter (RFC 5545, 5546). A visit is the same entry in all of them: its UID is the visit's, its
 * SEQUENCE the visit's version, so that a calendar replaces what it has and ignores a letter that was overtaken.
 *
 * Times are in UTC. Every calendar shows them in its own zone, none needs a time-zone definition, and of the hour that
 * a clock change repeats they say which one is meant, which a local time cannot. Several visits of a repeat are
 * published, because a request may only be about one entry (RFC 5546, 3.2.2). The entry names the business and the
 * place, and not what is done there: calendars are shared with families and employers.
 */
export function calendarFile(letter: {
  readonly news: NotificationKind;
  readonly visits: readonly NotifiableAppointment[];
  readonly words: EmailTexts;
  readonly participants: Participants;
  readonly now: number;
}): { readonly method: CalendarMethod; readonly text: string } {
  const { visits, words, participants, now } = letter;
  const method = methodOf(letter.news, visits.length);
  const calendar = ical({
    prodId: { company: "Daybook", product: "Daybook", language: "EN" },
    method: ICalCalendarMethod[method],
  });
  const { client, organizer } = participants;
  for (const visit of visits) {
    calendar.createEvent({
      id: `${visit.appointment_id}@daybook`,
      sequence: visit.version,
      stamp: new Date(now),
      start: new Date(visit.starts_at),
      end: new Date(visit.ends_at),
      summary: words.entry(oneLine(visit.business_name)),
      location: `${oneLine(visit.place_name)}, ${addressLine(visit.address)}`,
      status: statusOf(visit),
      class: ICalEventClass.PRIVATE,
      organizer,
      // A request has an attendee; this one is asked for nothing.
      ...(method === "PUBLISH"
        ? {}
        : { attendees: [{ ...client, rsvp: false, status: ICalAttendeeStatus.ACCEPTED }] }),
    });
  }
  // The last line is one too.
  return { method, text: `${calendar.toString()}\r\n` };
}

function methodOf(news: NotificationKind, count: number): CalendarMethod {
  if (news === "cancelled" || news === "declined") return "CANCEL";
  return count === 1 ? "REQUEST" : "PUBLISH";
}

function statusOf({ status }: NotifiableAppointment): ICalEventStatus {
  if (status === "cancelled" || status === "declined") return ICalEventStatus.CANCELLED;
  return status === "requested" ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED;
}
