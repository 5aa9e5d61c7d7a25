import type { Status } from "@daybook/engine";
import type { Clock } from "../../../kernel/clock.ts";
import type { EventType } from "../../../kernel/events.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { deletePendingEmails, withdrawEmails } from "../../../platform/email/index.ts";
import type { EventConsumer, SequencedEvent } from "../../../platform/outbox/relay.ts";
import { kindAndAppointmentOf, type NotificationContext, purposesAbout } from "./email.ts";
import { type NotificationKind, notificationFor } from "./notificationKind.ts";
import { queueNotification } from "./queueNotification.ts";
import {
  deleteState,
  deleteStates,
  listChanged,
  moveReminders,
  type NotifiableAppointment,
  recordAllUpcoming,
  recordRows,
} from "./store.ts";

/** The events after which a client may need a notification. */
const EVENT_TYPES: ReadonlySet<EventType> = new Set([
  "appointment.created",
  "appointment.updated",
  "appointment.canceled",
]);

/**
 * Queues notifications (e-mails or text messages) to clients about changes of their appointments, in the transaction in which
 * the relay numbers the events. Queues one notification for each appointment that differs from the state of which its client
 * was last notified (notificationKind.ts). Records the new state in the same transaction, so each difference is sent once, and
 * deletes pending notifications about an older state. Ignores appointments whose start has passed. Appointments of a series
 * that are booked together share one notification.
 */
export function notifyClients(options: NotificationContext & { readonly clock: Clock }): EventConsumer {
  return {
    name: "appointment notifications",
    async consume(tx, events) {
      const relevant = events.filter(({ type }) => EVENT_TYPES.has(type));
      if (relevant.length === 0) return;
      const now = options.clock.now();
      const found = [...Map.groupBy(relevant, ({ businessId }) => businessId)].map(
        ([businessId, ofBusiness]) =>
          tx.query(listChanged, { businessId, ids: appointmentsOf(ofBusiness), now }),
      );
      const changed = (await Promise.all(found)).flat().filter(differsFromNotified);
      if (changed.length === 0) return;
      const withdrawn = await withdrawEmails(
        tx,
        changed.map((appointment) => ({
          businessId: appointment.business_id,
          clientId: appointment.client_id,
          purposePattern: purposesAbout(appointment.appointment_id),
        })),
      );
      const known = changed.map((appointment) => withoutWithdrawn(appointment, withdrawn));
      const notifiable = known.filter(
        (appointment) => isBookedHere(appointment) && !isNeverAnnounced(appointment),
      );
      for (const { kind, appointments } of notificationsFor(notifiable))
        queueNotification(tx, options, { kind, appointments, now });
      tx.write(recordRows, { rows: known.map(notifiedState), now });
    },
  };
}

/** Returns the ids of the appointments of these events, without duplicates. */
function appointmentsOf(events: readonly SequencedEvent[]): string[] {
  return [...new Set(events.flatMap(({ appointmentId }) => appointmentId ?? []))];
}

/**
 * Returns whether an appointment differs from the state of which its client was last notified. Always false in the status arrived,
 * completed or no-show, because an undo may restore that state.
 */
function differsFromNotified(appointment: NotifiableAppointment): boolean {
  const { status, starts_at, notified_status, notified_starts_at } = appointment;
  const isNotifiable = isExpected(appointment) || status === "cancelled" || status === "declined";
  return isNotifiable && (status !== notified_status || starts_at !== notified_starts_at);
}

/** Returns false for an imported appointment before its first notification, because the previous system confirmed the booking. */
function isBookedHere({ source, notified_status }: NotifiableAppointment): boolean {
  return source !== "import" || notified_status !== null;
}

/**
 * Returns the appointment with the state of the last notification that was sent. If unsent notifications about the current
 * notified state were withdrawn, the returned state is the state before these notifications. A withdrawn reminder changes
 * nothing.
 */
function withoutWithdrawn(
  appointment: NotifiableAppointment,
  withdrawn: readonly string[],
): NotifiableAppointment {
  const isWithdrawn = withdrawn.some((purpose) => {
    const about = kindAndAppointmentOf(purpose);
    return about?.appointmentId === appointment.appointment_id && about.kind !== "reminder";
  });
  if (!isWithdrawn) return appointment;
  const { known_status, known_starts_at } = appointment;
  return { ...appointment, notified_status: known_status, notified_starts_at: known_starts_at };
}

/**
 * Returns whether a booking made in the app was cancelled before its notification was sent. The client never got a notification
 * of the booking.
 */
function isNeverAnnounced({ status, source, notified_status }: NotifiableAppointment): boolean {
  return status === "cancelled" && source === "app" && notified_status === null;
}

interface Notification {
  readonly kind: NotificationKind;
  /** Sorted by start. Contains several appointments only for a series of which the client has not been notified. */
  readonly appointments: readonly NotifiableAppointment[];
}

function notificationsFor(known: readonly NotifiableAppointment[]): Notification[] {
  const notifications = new Map<string, { kind: NotificationKind; appointments: NotifiableAppointment[] }>();
  for (const appointment of known) {
    const { notified_status: status, notified_starts_at: startsAt } = appointment;
    const notified = status === null ? null : { status, startsAt };
    const kind = notificationFor(notified, { status: appointment.status, startsAt: appointment.starts_at });
    if (kind === null) continue;
    const isOfNewSeries =
      notified === null && appointment.series_id !== null && (kind === "requested" || kind === "booked");
    const key = isOfNewSeries ? `${appointment.series_id} ${kind}` : appointment.appointment_id;
    const notification = notifications.get(key) ?? { kind, appointments: [] };
    notification.appointments.push(appointment);
    notifications.set(key, notification);
  }
  return [...notifications.values()];
}

/** Builds the row to record: the new state, and the state that the client knows until the notification is sent. */
function notifiedState(appointment: NotifiableAppointment) {
  const { business_id, appointment_id, status, starts_at, version } = appointment;
  const { notified_status: known_status, notified_starts_at: known_starts_at } = appointment;
  return {
    business_id,
    appointment_id,
    status,
    starts_at,
    version,
    known_status,
    known_starts_at,
  };
}

function isExpected({ status }: NotifiableAppointment): boolean {
  return status === "requested" || status === "booked";
}

/**
 * Records that the client needs no notification about the current state of an appointment, and deletes pending notifications
 * about the appointment. Must be called in the transaction of the change, after all locks were acquired.
 */
export function recordAsNotified(
  tx: Transaction,
  businessId: string,
  appointment: {
    readonly id: string;
    readonly clientId: string;
    readonly status: Status;
    readonly startsAt: number;
    readonly version: number;
  },
  now: number,
): void {
  const { id, clientId, status, startsAt, version } = appointment;
  deletePendingEmails(tx, [{ businessId, clientId, purposePattern: purposesAbout(id) }]);
  recordKnownBookings(tx, businessId, [{ id, status, startsAt, version }], now);
}

/**
 * Records the current states of appointments as notified. The clients get no notifications of these states, but get reminders
 * and notifications of later changes.
 */
function recordKnownBookings(
  tx: Transaction,
  businessId: string,
  appointments: readonly Pick<
    Parameters<typeof recordAsNotified>[2],
    "id" | "status" | "startsAt" | "version"
  >[],
  now: number,
): void {
  const rows = appointments.map(({ id, status, startsAt, version }) => ({
    business_id: businessId,
    appointment_id: id,
    status,
    starts_at: startsAt,
    version,
    known_status: status,
    known_starts_at: startsAt,
  }));
  tx.write(recordRows, { rows, now });
}

/** Deletes the notified states of appointments that the caller is about to delete. */
function deleteNotifiedStates(tx: Transaction, businessId: string, appointmentIds: readonly string[]): void {
  tx.write(deleteStates, { businessId, appointmentIds });
}

/**
 * Deletes the notified state and pending notifications of an appointment whose client changes, so that the new client gets a
 * notification of the booking.
 */
export function forgetNotified(
  tx: Transaction,
  businessId: string,
  appointment: { readonly id: string; readonly clientId: string },
): void {
  const { id, clientId } = appointment;
  deletePendingEmails(tx, [{ businessId, clientId, purposePattern: purposesAbout(id) }]);
  tx.write(deleteState, { business_id: businessId, appointment_id: id });
}

/** Records all upcoming appointments of a business as notified, so that the clients get no notifications of the bookings. */
function recordUpcomingAsNotified(tx: Transaction, businessId: string, now: number): void {
  tx.write(recordAllUpcoming, { businessId, now });
}

/** Functions for appointments whose clients need no notification about the booking: imported appointments and demo data. */
export const knownBookings = {
  record: recordKnownBookings,
  recordUpcoming: recordUpcomingAsNotified,
  forget: deleteNotifiedStates,
};

/** Moves the pending reminders of a business to another number of hours before the start. */
export function rescheduleReminders(
  tx: Transaction,
  businessId: string,
  hoursBefore: number,
  now: number,
): void {
  tx.write(moveReminders, { businessId, hoursBefore, now });
}
