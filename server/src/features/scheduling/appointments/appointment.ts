import {
  dueForms,
  localText,
  type Money,
  type Phases,
  type RequiredForm,
  type Status,
  totalOf,
  utcOrNull,
  utcText,
  type Zone,
} from "@daybook/engine";
import type { Source } from "../../../kernel/caller.ts";
import { moneyOf } from "../../../kernel/money.ts";

/** The in-memory form of an appointment. Instants are milliseconds since the epoch. */
export interface Appointment {
  readonly id: string;
  readonly locationId: string;
  readonly clientId: string;
  readonly seriesId: string | null;
  readonly status: Status;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly source: Source;
  readonly currency: string;
  readonly items: readonly AppointmentItem[];
  readonly internalNote: string | null;
  readonly statusReason: string | null;
  readonly confirmedAt: number | null;
  /** The time at which the client confirmed the appointment; null without a confirmation. */
  readonly clientConfirmedAt: number | null;
  readonly arrivedAt: number | null;
  readonly completedAt: number | null;
  readonly cancelledAt: number | null;
  readonly declinedAt: number | null;
  readonly noShowAt: number | null;
  readonly cancelledBy: "team" | "client" | "system" | null;
  /**
   * The time at which a sale of the appointment was first completed; null if none was. If set, the server rejects
   * transitions from `completed` (contract §6). Not part of responses.
   */
  readonly saleClosedAt: number | null;
  /** The policy version at the time of booking; null without a policy. Not part of responses. */
  readonly policyVersion: number | null;
  /**
   * The forms that the services require, with the times at which the client completed them. Responses contain only the number of
   * due forms.
   */
  readonly requiredForms: readonly RequiredForm[];
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** One service of an appointment, with name, phases, buffers and price as booked. */
export interface AppointmentItem {
  readonly id: string;
  /** The position in the order of performance, starting at 1. */
  readonly position: number;
  readonly serviceId: string;
  readonly serviceName: string;
  readonly staffId: string;
  /** The ids of the assigned resources. An id is repeated for each assigned unit of the resource. */
  readonly resourceIds: readonly string[];
  readonly startsAt: number;
  readonly endsAt: number;
  readonly phases: Phases;
  readonly bufferBeforeMinutes: number;
  readonly bufferAfterMinutes: number;
  readonly priceAmount: number;
}

/** Converts an appointment to the API record of responses and events (contract §3), in the local time of its location. */
export function appointmentRecord(appointment: Appointment, zone: Zone) {
  const { currency } = appointment;
  const local = (at: number) => localText(zone, at);
  const price = (item: AppointmentItem): Money => moneyOf(item.priceAmount, currency);
  return {
    id: appointment.id,
    location_id: appointment.locationId,
    client_id: appointment.clientId,
    series_id: appointment.seriesId,
    status: appointment.status,
    starts_at: local(appointment.startsAt),
    ends_at: local(appointment.endsAt),
    time_zone: zone.name,
    source: appointment.source,
    items: appointment.items.map((item) => ({
      id: item.id,
      position: item.position,
      service_id: item.serviceId,
      service_name: item.serviceName,
      staff_id: item.staffId,
      resource_ids: [...item.resourceIds],
      starts_at: local(item.startsAt),
      ends_at: local(item.endsAt),
      duration_minutes:
        item.phases.initialMinutes + item.phases.processingMinutes + item.phases.finishingMinutes,
      initial_minutes: item.phases.initialMinutes,
      processing_minutes: item.phases.processingMinutes,
      finishing_minutes: item.phases.finishingMinutes,
      buffer_before_minutes: item.bufferBeforeMinutes,
      buffer_after_minutes: item.bufferAfterMinutes,
      price: price(item),
    })),
    total: { ...totalOf(appointment.items.map(price), currency) },
    internal_note: appointment.internalNote,
    status_reason: appointment.statusReason,
    confirmed_at: utcOrNull(appointment.confirmedAt),
    arrived_at: utcOrNull(appointment.arrivedAt),
    completed_at: utcOrNull(appointment.completedAt),
    cancelled_at: utcOrNull(appointment.cancelledAt),
    declined_at: utcOrNull(appointment.declinedAt),
    no_show_at: utcOrNull(appointment.noShowAt),
    cancelled_by: appointment.cancelledBy,
    forms_pending: dueForms(appointment.requiredForms, appointment, zone).length,
    version: appointment.version,
    created_at: utcText(appointment.createdAt),
    updated_at: utcText(appointment.updatedAt),
  };
}

export type AppointmentRecord = ReturnType<typeof appointmentRecord>;

/**
 * Returns the identifiers and times of an appointment, the only data in webhook deliveries of a med spa, wellness or skincare business
 * (spec §6 rule 5, contract §7). The function copies listed fields only, so a new field of the record is not included.
 */
export function appointmentIds(record: AppointmentRecord): Record<string, unknown> {
  return {
    id: record.id,
    client_id: record.client_id,
    location_id: record.location_id,
    item_ids: record.items.map((item) => item.id),
    service_ids: record.items.map((item) => item.service_id),
    staff_ids: record.items.map((item) => item.staff_id),
    starts_at: record.starts_at,
    ends_at: record.ends_at,
    confirmed_at: record.confirmed_at,
    arrived_at: record.arrived_at,
    completed_at: record.completed_at,
    cancelled_at: record.cancelled_at,
    declined_at: record.declined_at,
    no_show_at: record.no_show_at,
  };
}

/** Returns the names of the changed record fields, for the event's `changed`. */
export function changedFields(before: AppointmentRecord, after: AppointmentRecord): string[] {
  // `changed` never contains these fields (contract §3).
  const bookkeeping: ReadonlySet<string> = new Set(["version", "updated_at", "forms_pending"]);
  return (Object.keys(after) as (keyof AppointmentRecord)[]).filter(
    (field) => !bookkeeping.has(field) && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
}
