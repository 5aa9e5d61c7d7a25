import type { FormRule, OnlineRules, ResourceNeed, WallInterval } from "@daybook/engine";
import { column, type Reader, statement, type Transaction } from "../../../platform/database/index.ts";

type LocationJson = {
  id: string;
  time_zone: string;
  active: boolean;
  hours: (WallInterval & { weekday: number })[];
  exceptions: { date: string; intervals: WallInterval[] }[];
  resources: { id: string; type: string; capacity: number }[];
};

type ServiceJson = {
  id: string;
  name: string;
  active: boolean;
  initialMinutes: number;
  processingMinutes: number;
  finishingMinutes: number;
  bufferBeforeMinutes: number;
  bufferAfterMinutes: number;
  priceAmount: number;
  requiresApproval: boolean;
  rules: OnlineRules;
  locationIds: string[];
  needs: ResourceNeed[];
  performers: { staffId: string; durationMinutes: number | null; priceAmount: number | null }[];
};

type StaffJson = {
  id: string;
  position: number;
  bookable: boolean;
  locationIds: string[];
  hours: (WallInterval & { locationId: string; weekday: number })[];
  exceptions: { locationId: string; date: string; intervals: WallInterval[] }[];
};

/** Everything about a business's places, menu, team and forms in one statement, so that all of it is of one moment. */
const readSnapshotStatement = statement(
  "calendar_read_setup",
  {
    snapshot_version: column.integer,
    currency: column.text,
    webhook_payload: column.oneOf("full", "ids_only"),
    places: column.json<LocationJson[]>(),
    services: column.json<ServiceJson[]>(),
    team: column.json<StaffJson[]>(),
    forms: column.json<FormRule[]>(),
    policy_version: column.nullable(column.integer),
  },
  `select
     calendars.snapshot_version,
     businesses.currency,
     businesses.webhook_payload,
     (
       select coalesce(json_agg(json_build_object(
         'id', locations.id,
         'time_zone', locations.time_zone,
         'active', locations.active,
         'hours', (
           select coalesce(json_agg(json_build_object(
             'weekday', hours.weekday, 'startsMinute', hours.starts_minute, 'endsMinute', hours.ends_minute)), '[]')
           from location_hours as hours
           where hours.business_id = locations.business_id and hours.location_id = locations.id
         ),
         'exceptions', (
           select coalesce(json_agg(json_build_object('date', exceptions.date, 'intervals', exceptions.intervals)), '[]')
           from location_hour_exceptions as exceptions
           where exceptions.business_id = locations.business_id and exceptions.location_id = locations.id
         ),
         'resources', (
           select coalesce(json_agg(json_build_object(
             'id', resources.id, 'type', resources.type, 'capacity', subjects.capacity) order by resources.name, resources.id), '[]')
           from resources
           join subjects on subjects.business_id = resources.business_id and subjects.id = resources.id
           where resources.business_id = locations.business_id
             and resources.location_id = locations.id
             and resources.archived_at is null
         )
       )), '[]')
       from locations
       where locations.business_id = businesses.id
     ) as places,
     (
       select coalesce(json_agg(json_build_object(
         'id', services.id,
         'name', services.name,
         'active', services.active,
         'initialMinutes', services.initial_minutes,
         'processingMinutes', services.processing_minutes,
         'finishingMinutes', services.finishing_minutes,
         'bufferBeforeMinutes', services.buffer_before_minutes,
         'bufferAfterMinutes', services.buffer_after_minutes,
         'priceAmount', services.price_amount,
         'requiresApproval', services.requires_approval,
         'rules', json_build_object(
           'onlineBookable', services.online_bookable,
           'slotStepMinutes', services.slot_step_minutes,
           'minNoticeMinutes', services.min_notice_minutes,
           'maxAdvanceDays', services.max_advance_days,
           'maxPerDay', services.max_per_day,
           'requiresPatchTest', services.requires_patch_test
         ),
         'locationIds', (
           select coalesce(json_agg(service_locations.location_id), '[]')
           from service_locations
           where service_locations.business_id = services.business_id and service_locations.service_id = services.id
         ),
         'needs', (
           select coalesce(json_agg(json_build_object('type', needs.type, 'count', needs.count) order by needs.type), '[]')
           from service_resources as needs
           where needs.business_id = services.business_id and needs.service_id = services.id
         ),
         'performers', (
           select coalesce(json_agg(json_build_object(
             'staffId', performers.staff_id, 'durationMinutes', performers.duration_minutes, 'priceAmount', performers.price_amount)), '[]')
           from service_staff as performers
           where performers.business_id = services.business_id and performers.service_id = services.id
         )
       )), '[]')
       from services
       where services.business_id = businesses.id
     ) as services,
     (
       select coalesce(json_agg(json_build_object(
         'id', staff.id,
         'position', staff.position,
         'bookable', staff.bookable and staff.active,
         'locationIds', (
           select coalesce(json_agg(staff_locations.location_id), '[]')
           from staff_locations
           where staff_locations.business_id = staff.business_id and staff_locations.staff_id = staff.id
         ),
         'hours', (
           select coalesce(json_agg(json_build_object(
             'locationId', hours.location_id,
             'weekday', hours.weekday, 'startsMinute', hours.starts_minute, 'endsMinute', hours.ends_minute)), '[]')
           from staff_hours as hours
           where hours.business_id = staff.business_id and hours.staff_id = staff.id
         ),
         'exceptions', (
           select coalesce(json_agg(json_build_object(
             'locationId', exceptions.location_id, 'date', exceptions.date, 'intervals', exceptions.intervals)), '[]')
           from staff_hour_exceptions as exceptions
           where exceptions.business_id = staff.business_id and exceptions.staff_id = staff.id
         )
       )), '[]')
       from staff
       where staff.business_id = businesses.id
     ) as team,
     (
       select coalesce(json_agg(json_build_object(
         'templateId', form_templates.id,
         'frequency', form_templates.frequency,
         'everyMonths', form_templates.every_months,
         'serviceIds', (
           select coalesce(json_agg(asking.service_id), '[]')
           from form_template_services as asking
           where asking.business_id = form_templates.business_id and asking.template_id = form_templates.id
         )
       ) order by form_templates.created_at, form_templates.id), '[]')
       from form_templates
       where form_templates.business_id = businesses.id and form_templates.archived_at is null
     ) as forms,
     (
       select max(policies.version)
       from policies
       where policies.business_id = businesses.id
     ) as policy_version
   from businesses
   join calendars on calendars.business_id = businesses.id
   where businesses.id = $1`,
);

export type SnapshotRow = NonNullable<(typeof readSnapshotStatement)["row"]>;

export async function readSnapshot(reader: Reader, businessId: string): Promise<SnapshotRow | undefined> {
  return (await reader.query(readSnapshotStatement, [businessId]))[0];
}

const readSnapshotVersionStatement = statement(
  "calendar_read_setup_version",
  { snapshot_version: column.integer },
  `select snapshot_version
   from calendars
   where business_id = $1`,
);

export async function readSnapshotVersion(reader: Reader, businessId: string): Promise<number> {
  return (await reader.query(readSnapshotVersionStatement, [businessId]))[0]?.snapshot_version ?? 0;
}

const insertCalendar = statement(
  "calendar_insert",
  {},
  `insert into calendars (business_id, snapshot_version)
   values ($1, 1)`,
);

export function writeCalendar(tx: Transaction, businessId: string): void {
  tx.write(insertCalendar, [businessId]);
}

/**
 * The lock that changes of a business's settings take first, so that one reads what the other committed: the next position
 * of a service, the next version of a policy. The version of the snapshot is raised by triggers (migration 0045).
 */
const lockSettingsStatement = statement(
  "calendar_lock_settings",
  { business_id: column.id },
  `select business_id
   from calendars
   where business_id = $1
   for no key update`,
);

export function lockSettingsRow(tx: Transaction, businessId: string): void {
  tx.write(lockSettingsStatement, [businessId]);
}
