import {
  type FormRule,
  type OnlineRules,
  type Phases,
  type PreparedHours,
  prepareHours,
  type ResourceNeed,
  withDuration,
  type Zone,
  zoneNamed,
} from "@daybook/engine";
import type { WebhookPayload } from "../../../kernel/events.ts";
import type { SnapshotRow } from "./snapshotStore.ts";

/**
 * The locations, services and staff of a business in the form that scheduling needs. A snapshot is cached in memory and valid for one
 * `version`.
 */
export interface SchedulingSnapshot {
  readonly businessId: string;
  readonly version: number;
  readonly currency: string;
  readonly webhookPayload: WebhookPayload;
  readonly locations: ReadonlyMap<string, LocationSnapshot>;
  readonly services: ReadonlyMap<string, ServiceSnapshot>;
  readonly staff: ReadonlyMap<string, StaffSnapshot>;
  /** The forms that appointments require, in the order of their templates. */
  readonly forms: readonly FormRule[];
  /** The policy version for new bookings; null without a policy. */
  readonly policyVersion: number | null;
}

export interface LocationSnapshot {
  readonly id: string;
  readonly zone: Zone;
  readonly active: boolean;
  readonly hours: PreparedHours;
  /** In the order of assignment: by name, then id. */
  readonly resources: readonly { readonly id: string; readonly type: string; readonly capacity: number }[];
}

export interface ServiceSnapshot {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly phases: Phases;
  readonly bufferBeforeMinutes: number;
  readonly bufferAfterMinutes: number;
  readonly requiresApproval: boolean;
  readonly rules: OnlineRules;
  readonly locationIds: ReadonlySet<string>;
  readonly needs: readonly ResourceNeed[];
  /** The staff members who perform the service, by staff id, with their individual phases and prices. */
  readonly performers: ReadonlyMap<string, { readonly phases: Phases; readonly priceAmount: number }>;
}

export interface StaffSnapshot {
  readonly id: string;
  readonly position: number;
  /** Whether the staff member is active and accepts bookings. */
  readonly bookable: boolean;
  readonly hoursByLocation: ReadonlyMap<string, PreparedHours>;
}

/** Builds a snapshot from the single row of `findSnapshot`. */
export function snapshotOf(businessId: string, row: SnapshotRow): SchedulingSnapshot {
  return {
    businessId,
    version: row.snapshot_version,
    currency: row.currency,
    webhookPayload: row.webhook_payload,
    locations: new Map(row.locations.map((location) => [location.id, locationOf(location)])),
    services: new Map(row.services.map((service) => [service.id, serviceOf(service)])),
    staff: new Map(row.staff.map((member) => [member.id, staffMemberOf(member)])),
    forms: row.forms,
    policyVersion: row.policy_version,
  };
}

function locationOf(row: SnapshotRow["locations"][number]): LocationSnapshot {
  const zone = zoneNamed(row.time_zone);
  const hours = prepareHours({ weekly: row.hours, exceptions: row.exceptions });
  return { id: row.id, zone, active: row.active, hours, resources: row.resources };
}

function serviceOf(row: SnapshotRow["services"][number]): ServiceSnapshot {
  const { initialMinutes, processingMinutes, finishingMinutes } = row;
  const phases = { initialMinutes, processingMinutes, finishingMinutes };
  return {
    id: row.id,
    name: row.name,
    active: row.active,
    phases,
    bufferBeforeMinutes: row.bufferBeforeMinutes,
    bufferAfterMinutes: row.bufferAfterMinutes,
    requiresApproval: row.requiresApproval,
    rules: row.rules,
    locationIds: new Set(row.locationIds),
    needs: row.needs,
    performers: new Map(
      row.performers.map(({ staffId, durationMinutes, priceAmount }) => [
        staffId,
        {
          phases: durationMinutes === null ? phases : withDuration(phases, durationMinutes),
          priceAmount: priceAmount ?? row.priceAmount,
        },
      ]),
    ),
  };
}

function staffMemberOf(row: SnapshotRow["staff"][number]): StaffSnapshot {
  const weekly = row.locationIds.map((id) => ({
    id,
    hours: prepareHours({
      weekly: row.hours.filter((interval) => interval.locationId === id),
      exceptions: row.exceptions.filter((exception) => exception.locationId === id),
    }),
  }));
  return {
    id: row.id,
    position: row.position,
    bookable: row.bookable,
    hoursByLocation: new Map(weekly.map(({ id, hours }) => [id, hours])),
  };
}

/** Returns the staff members who perform a service at a location and accept bookings, by position, then id. */
export function performersAt(
  snapshot: SchedulingSnapshot,
  location: LocationSnapshot,
  service: ServiceSnapshot,
): StaffSnapshot[] {
  if (!service.locationIds.has(location.id)) return [];
  return [...service.performers.keys()]
    .map((staffId) => snapshot.staff.get(staffId))
    .filter((member) => member !== undefined)
    .filter((member) => member.bookable && member.hoursByLocation.has(location.id))
    .sort((one, other) => one.position - other.position || (one.id < other.id ? -1 : 1));
}
