import { canHaveDueForms, takesTime, tzVersion, type Zone } from "@daybook/engine";
import { SharedLoads } from "../../../platform/batchLoader.ts";
import type { Reader, RowOf, Transaction } from "../../../platform/database/index.ts";
import { requiredFormsOf } from "../../clients/forms/index.ts";
import type { Appointment, AppointmentItem } from "./appointment.ts";
import { dateText, wallText } from "./localTimeStore.ts";
import {
  type appointmentColumns,
  deleteItems,
  findAppointment,
  findSeveral,
  insertItems,
  insertRow,
  lockOne,
  lockUpcoming,
  updateContents,
  updateItems,
  updateOne,
} from "./store.ts";

type AppointmentRow = RowOf<typeof appointmentColumns>;

/** An appointment with the name of its location's time zone. */
export interface FoundAppointment {
  readonly appointment: Appointment;
  readonly timeZone: string;
}

export async function readAppointment(
  reader: Reader,
  businessId: string,
  id: string,
): Promise<FoundAppointment | undefined> {
  const rows = await reader.query(findAppointment, { business_id: businessId, id });
  return (await appointmentsOf(reader, businessId, rows))[0];
}

const loadsByReader = new WeakMap<Reader, SharedLoads<string, ReadonlyMap<string, FoundAppointment>>>();

/**
 * Reads an appointment outside a transaction. A batch loader reads the appointments for concurrent requests with one SQL statement per
 * business (decision 78).
 */
export async function readShared(
  reader: Reader,
  businessId: string,
  id: string,
): Promise<FoundAppointment | undefined> {
  let loads = loadsByReader.get(reader);
  if (loads === undefined) {
    loads = new SharedLoads<string, ReadonlyMap<string, FoundAppointment>>(async (business_id, ids) => {
      const rows = await reader.query(findSeveral, { business_id, ids });
      const found = await appointmentsOf(reader, business_id, rows);
      return new Map(found.map((one) => [one.appointment.id, one]));
    });
    loadsByReader.set(reader, loads);
  }
  return (await loads.load(businessId, [id])).get(id);
}

export async function lockAppointmentRow(
  tx: Transaction,
  businessId: string,
  id: string,
): Promise<FoundAppointment | undefined> {
  const locking = tx.query(lockOne, { business_id: businessId, id });
  const reading = readAppointment(tx, businessId, id);
  const [, found] = await Promise.all([locking, reading]);
  return found;
}

/** Locks a client's requested and booked appointments that start at or after `now`. The client must be locked first. */
export async function lockUpcomingAppointments(
  tx: Transaction,
  businessId: string,
  clientId: string,
  now: number,
): Promise<FoundAppointment[]> {
  const locked = await tx.query(lockUpcoming, { business_id: businessId, clientId, now });
  const ids = locked.map(({ id }) => id);
  return appointmentsOf(tx, businessId, await tx.query(findSeveral, { business_id: businessId, ids }));
}

/** Like `appointmentsOf`, for read-only lists: reads forms only for appointments that can have due forms. */
export function listedAppointments(
  reader: Reader,
  businessId: string,
  rows: readonly AppointmentRow[],
): Promise<FoundAppointment[]> {
  return appointmentsOf(reader, businessId, rows, ({ status }) => canHaveDueForms(status));
}

/** Converts rows to appointments. If the business has form templates, a second statement reads the forms of the appointments. */
async function appointmentsOf(
  reader: Reader,
  businessId: string,
  rows: readonly AppointmentRow[],
  needsForms: (appointment: Appointment) => boolean = () => true,
): Promise<FoundAppointment[]> {
  const found = grouped(rows);
  if (rows[0]?.has_forms !== true) return found;
  const ids = found
    .filter(({ appointment }) => needsForms(appointment))
    .map(({ appointment }) => appointment.id);
  const forms = await requiredFormsOf(reader, businessId, ids);
  return found.map(({ appointment, timeZone }) => ({
    appointment: { ...appointment, requiredForms: forms.get(appointment.id) ?? [] },
    timeZone,
  }));
}

function grouped(rows: readonly AppointmentRow[]): FoundAppointment[] {
  const found: FoundAppointment[] = [];
  let items: AppointmentItem[] = [];
  for (const row of rows) {
    if (found.at(-1)?.appointment.id !== row.id) {
      items = [];
      found.push({ appointment: appointmentOf(row, items), timeZone: row.time_zone });
    }
    items.push(itemOf(row));
  }
  return found;
}

function appointmentOf(row: AppointmentRow, items: readonly AppointmentItem[]): Appointment {
  return {
    id: row.id,
    locationId: row.location_id,
    clientId: row.client_id,
    seriesId: row.series_id,
    status: row.status,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    source: row.source,
    currency: row.currency,
    items,
    internalNote: row.internal_note,
    statusReason: row.status_reason,
    confirmedAt: row.confirmed_at,
    clientConfirmedAt: row.client_confirmed_at,
    arrivedAt: row.arrived_at,
    completedAt: row.completed_at,
    cancelledAt: row.cancelled_at,
    declinedAt: row.declined_at,
    noShowAt: row.no_show_at,
    cancelledBy: row.cancelled_by,
    saleClosedAt: row.sale_closed_at,
    policyVersion: row.policy_version,
    requiredForms: [],
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function itemOf(row: AppointmentRow): AppointmentItem {
  return {
    id: row.item_id,
    position: row.item_position,
    serviceId: row.item_service_id,
    serviceName: row.item_service_name,
    staffId: row.item_staff_id,
    resourceIds: row.item_resource_ids,
    startsAt: row.item_starts_at,
    endsAt: row.item_ends_at,
    phases: {
      initialMinutes: row.item_initial_minutes,
      processingMinutes: row.item_processing_minutes,
      finishingMinutes: row.item_finishing_minutes,
    },
    bufferBeforeMinutes: row.item_buffer_before_minutes,
    bufferAfterMinutes: row.item_buffer_after_minutes,
    priceAmount: row.item_price_amount,
  };
}

/** Writes a new appointment with its items. The calendar module writes the claims of the appointment. */
export function insertAppointment(
  tx: Transaction,
  businessId: string,
  appointment: Appointment,
  zone: Zone,
): void {
  tx.write(insertRow, {
    ...rowOf(businessId, appointment, zone),
    location_id: appointment.locationId,
    client_id: appointment.clientId,
    series_id: appointment.seriesId,
    source: appointment.source,
    total_amount: appointment.items.reduce((sum, item) => sum + item.priceAmount, 0),
    currency: appointment.currency,
    created_at: appointment.createdAt,
    policy_version: appointment.policyVersion,
  });
  tx.write(insertItems, itemsOf(businessId, appointment, zone));
}

/** Writes a changed appointment and its items. The appointment must be locked. */
export function updateAppointment(
  tx: Transaction,
  businessId: string,
  appointment: Appointment,
  zone: Zone,
): void {
  tx.write(updateOne, rowOf(businessId, appointment, zone));
  tx.write(updateItems, itemsOf(businessId, appointment, zone));
}

/**
 * Writes an appointment whose items, client or prices changed: all items are deleted and inserted again. The appointment must
 * be locked.
 */
export function replaceContents(
  tx: Transaction,
  businessId: string,
  appointment: Appointment,
  zone: Zone,
): void {
  const { id, clientId, items } = appointment;
  tx.write(updateOne, rowOf(businessId, appointment, zone));
  tx.write(updateContents, {
    business_id: businessId,
    id,
    client_id: clientId,
    total_amount: items.reduce((sum, item) => sum + item.priceAmount, 0),
  });
  tx.write(deleteItems, { business_id: businessId, appointment_id: id });
  tx.write(insertItems, itemsOf(businessId, appointment, zone));
}

/** Returns the columns that a change may write. */
function rowOf(businessId: string, appointment: Appointment, zone: Zone) {
  return {
    business_id: businessId,
    id: appointment.id,
    status: appointment.status,
    starts_at: appointment.startsAt,
    ends_at: appointment.endsAt,
    starts_local: wallText(zone, appointment.startsAt),
    tz_version: tzVersion,
    internal_note: appointment.internalNote,
    status_reason: appointment.statusReason,
    confirmed_at: appointment.confirmedAt,
    client_confirmed_at: appointment.clientConfirmedAt,
    arrived_at: appointment.arrivedAt,
    completed_at: appointment.completedAt,
    cancelled_at: appointment.cancelledAt,
    declined_at: appointment.declinedAt,
    no_show_at: appointment.noShowAt,
    cancelled_by: appointment.cancelledBy,
    sale_closed_at: appointment.saleClosedAt,
    version: appointment.version,
    updated_at: appointment.updatedAt,
  };
}

function itemsOf(businessId: string, { id, status, items }: Appointment, zone: Zone) {
  return {
    business_id: businessId,
    appointment_id: id,
    takes_time: takesTime(status),
    items: items.map((item) => ({
      id: item.id,
      position: item.position,
      service_id: item.serviceId,
      service_name: item.serviceName,
      staff_id: item.staffId,
      resource_ids: item.resourceIds,
      starts_at: item.startsAt,
      ends_at: item.endsAt,
      starts_on: dateText(zone, item.startsAt),
      initial_minutes: item.phases.initialMinutes,
      processing_minutes: item.phases.processingMinutes,
      finishing_minutes: item.phases.finishingMinutes,
      buffer_before_minutes: item.bufferBeforeMinutes,
      buffer_after_minutes: item.bufferAfterMinutes,
      price_amount: item.priceAmount,
    })),
  };
}
