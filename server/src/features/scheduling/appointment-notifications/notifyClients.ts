import type { Clock } from "../../../kernel/clock.ts";
import type { EventType } from "../../../kernel/events.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import type { EventConsumer } from "../../../platform/outbox/relay.ts";
import type { NotificationContext } from "./email.ts";
import { type NotificationKind, notificationFor } from "./notificationKind.ts";
import { queueNotification } from "./queueNotification.ts";
import { reminderDueAt } from "./remind.ts";
import {
  appointmentsOfEvents,
  type NotifiableAppointment,
  type NotifiedState,
  recordNotified,
  type WithdrawnEmail,
  withdrawEmails,
  withdrawEmailsOf,
} from "./store.ts";

/** Behind these a client may have to hear something. */
const TELLING: ReadonlySet<EventType> = new Set([
  "appointment.created",
  "appointment.updated",
  "appointment.canceled",
]);

/**
 * Writes to clients what has become of their visits, in the transaction in which the relay numbers the events: a letter
 * for each difference between a visit and what its client knows (news.ts), and once for each, because what they know
 * now is written down beside it; what still waits to be sent of an earlier one is taken back. Visits whose start is past
 * are left alone. A repeat that was booked together is one letter.
 */
export function notifyClients(options: NotificationContext & { readonly clock: Clock }): EventConsumer {
  return {
    name: "client mails",
    async consume(tx, events) {
      const telling = events.filter(({ type }) => TELLING.has(type));
      if (telling.length === 0) return;
      const now = options.clock.now();
      const visits = await appointmentsOfEvents(tx, telling, now);
      const changed = visits.filter(isNotAsTold);
      const toldNow = changed.map((visit) => toldOf(visit, now));
      const withdrawn = await withdrawEmails(tx, toldNow);
      const known = changed.filter(isOurs).map((visit) => asHeard(visit, withdrawn));
      for (const { news, together } of lettersFor(known))
        queueNotification(tx, options, { news, visits: together, now });
      recordNotified(tx, toldNow);
    },
  };
}

/** Visits that are under way, over or missed leave what was told as it was: an undo may bring them back. */
function isNotAsTold(visit: NotifiableAppointment): boolean {
  const { status, starts_at, told_status, told_starts_at } = visit;
  const isTellable = isExpected(visit) || status === "cancelled" || status === "declined";
  return isTellable && (status !== told_status || starts_at !== told_starts_at);
}

/** Whoever was booked elsewhere and brought here has been told there. */
function isOurs({ source, told_status }: NotifiableAppointment): boolean {
  return source !== "import" || told_status !== null;
}

/** A visit as its client has heard of it, without letters that were taken back before anybody sent them. */
function asHeard(visit: NotifiableAppointment, withdrawn: readonly WithdrawnEmail[]): NotifiableAppointment {
  const unheard = withdrawn.flatMap(({ appointmentId, news }) =>
    appointmentId === visit.appointment_id ? [news] : [],
  );
  if (unheard.includes("requested") || unheard.includes("booked"))
    return { ...visit, told_status: null, told_starts_at: null };
  return unheard.includes("moved") ? { ...visit, told_starts_at: null } : visit;
}

interface LetterToWrite {
  readonly news: NotificationKind;
  /** By start; several only of one repeat that is new to the client. */
  readonly together: readonly NotifiableAppointment[];
}

function lettersFor(visits: readonly NotifiableAppointment[]): LetterToWrite[] {
  const letters = new Map<string, { news: NotificationKind; together: NotifiableAppointment[] }>();
  for (const visit of visits) {
    const { told_status: toldStatus } = visit;
    const isNew = toldStatus === null;
    const told = isNew ? null : { status: toldStatus, startsAt: visit.told_starts_at };
    const news = notificationFor(told, { status: visit.status, startsAt: visit.starts_at });
    if (news === null) continue;
    const isOfRepeat = isNew && visit.series_id !== null && (news === "requested" || news === "booked");
    const key = isOfRepeat ? `${visit.series_id} ${news}` : visit.appointment_id;
    const letter = letters.get(key) ?? { news, together: [] };
    letter.together.push(visit);
    letters.set(key, letter);
  }
  return [...letters.values()];
}

function toldOf(visit: NotifiableAppointment, now: number): NotifiedState {
  return {
    businessId: visit.business_id,
    id: visit.appointment_id,
    status: visit.status,
    startsAt: visit.starts_at,
    reminderDueAt: isExpected(visit) ? reminderDueAt(visit.starts_at, now) : null,
  };
}

function isExpected({ status }: NotifiableAppointment): boolean {
  return status === "requested" || status === "booked";
}

/**
 * From now on the client of a visit counts as told that it is cancelled: nobody writes to them, and what waits to be sent
 * about it is taken back. In the transaction that cancels it, after everything else is locked.
 */
export function suppressCancellationEmail(
  tx: Transaction,
  businessId: string,
  visit: { readonly id: string; readonly startsAt: number },
): void {
  const { id, startsAt } = visit;
  withdrawEmailsOf(tx, { businessId, id });
  recordNotified(tx, [{ businessId, id, status: "cancelled", startsAt, reminderDueAt: null }]);
}
