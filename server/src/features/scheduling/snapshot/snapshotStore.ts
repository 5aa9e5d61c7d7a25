import type { FormRule, OnlineRules, ResourceNeed, WallInterval } from "@daybook/engine";
import {
  column,
  pick,
  type Reader,
  type RowOf,
  selectWhere,
  statement,
} from "../../../platform/database/index.ts";
import {
  businessSettings,
  locationHourExceptionsView,
  locationHoursView,
  locationsView,
  policiesView,
  resourcesView,
  serviceLocationsView,
  serviceResourcesView,
  serviceStaffView,
  servicesView,
  staffHourExceptionsView,
  staffHoursView,
  staffLocationsView,
  staffMembers,
} from "../../../tables/business.ts";
import { formTemplateServicesView, formTemplatesView } from "../../../tables/clients.ts";
import { calendars, subjectsView } from "../../../tables/scheduling.ts";

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

const snapshotColumns = {
  ...pick(calendars.columns, "snapshot_version"),
  ...pick(businessSettings.columns, "currency", "webhook_payload"),
  locations: column.json<LocationJson[]>(),
  services: column.json<ServiceJson[]>(),
  staff: column.json<StaffJson[]>(),
  forms: column.json<FormRule[]>(),
  policy_version: column.nullable(column.integer),
};

export type SnapshotRow = RowOf<typeof snapshotColumns>;

/** Reads a business's locations, services, staff and forms in one statement, so that the data is consistent. */
export const findSnapshot = statement({
  name: "snapshot_find",
  params: { businessId: column.id },
  columns: snapshotColumns,
  sql: `select
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
           from ${locationHoursView} as hours
           where hours.business_id = locations.business_id and hours.location_id = locations.id
         ),
         'exceptions', (
           select coalesce(json_agg(json_build_object('date', exceptions.date, 'intervals', exceptions.intervals)), '[]')
           from ${locationHourExceptionsView} as exceptions
           where exceptions.business_id = locations.business_id and exceptions.location_id = locations.id
         ),
         'resources', (
           select coalesce(json_agg(json_build_object(
             'id', resources.id, 'type', resources.type, 'capacity', subjects.capacity) order by resources.name, resources.id), '[]')
           from ${resourcesView} as resources
           join ${subjectsView} as subjects on subjects.business_id = resources.business_id and subjects.id = resources.id
           where resources.business_id = locations.business_id
             and resources.location_id = locations.id
             and resources.archived_at is null
         )
       )), '[]')
       from ${locationsView} as locations
       where locations.business_id = businesses.id
     ) as locations,
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
           from ${serviceLocationsView} as service_locations
           where service_locations.business_id = services.business_id and service_locations.service_id = services.id
         ),
         'needs', (
           select coalesce(json_agg(json_build_object('type', needs.type, 'count', needs.count) order by needs.type), '[]')
           from ${serviceResourcesView} as needs
           where needs.business_id = services.business_id and needs.service_id = services.id
         ),
         'performers', (
           select coalesce(json_agg(json_build_object(
             'staffId', performers.staff_id, 'durationMinutes', performers.duration_minutes, 'priceAmount', performers.price_amount)), '[]')
           from ${serviceStaffView} as performers
           where performers.business_id = services.business_id and performers.service_id = services.id
         )
       )), '[]')
       from ${servicesView} as services
       where services.business_id = businesses.id
     ) as services,
     (
       select coalesce(json_agg(json_build_object(
         'id', staff.id,
         'position', staff.position,
         'bookable', staff.bookable and staff.active,
         'locationIds', (
           select coalesce(json_agg(staff_locations.location_id), '[]')
           from ${staffLocationsView} as staff_locations
           where staff_locations.business_id = staff.business_id and staff_locations.staff_id = staff.id
         ),
         'hours', (
           select coalesce(json_agg(json_build_object(
             'locationId', hours.location_id,
             'weekday', hours.weekday, 'startsMinute', hours.starts_minute, 'endsMinute', hours.ends_minute)), '[]')
           from ${staffHoursView} as hours
           where hours.business_id = staff.business_id and hours.staff_id = staff.id
         ),
         'exceptions', (
           select coalesce(json_agg(json_build_object(
             'locationId', exceptions.location_id, 'date', exceptions.date, 'intervals', exceptions.intervals)), '[]')
           from ${staffHourExceptionsView} as exceptions
           where exceptions.business_id = staff.business_id and exceptions.staff_id = staff.id
         )
       )), '[]')
       from ${staffMembers} as staff
       where staff.business_id = businesses.id
     ) as staff,
     (
       select coalesce(json_agg(json_build_object(
         'templateId', form_templates.id,
         'frequency', form_templates.frequency,
         'everyMonths', form_templates.every_months,
         'serviceIds', (
           select coalesce(json_agg(asking.service_id), '[]')
           from ${formTemplateServicesView} as asking
           where asking.business_id = form_templates.business_id and asking.template_id = form_templates.id
         )
       ) order by form_templates.created_at, form_templates.id), '[]')
       from ${formTemplatesView} as form_templates
       where form_templates.business_id = businesses.id and form_templates.archived_at is null
     ) as forms,
     (
       select max(policies.version)
       from ${policiesView} as policies
       where policies.business_id = businesses.id
     ) as policy_version
   from ${businessSettings} as businesses
   join calendars on calendars.business_id = businesses.id
   where businesses.id = $businessId`,
});

const findVersion = selectWhere("snapshot_find_version", calendars, {
  columns: pick(calendars.columns, "snapshot_version"),
  where: { businessId: "business_id" },
});

/** Reads the current snapshot version of a business; 0 for an unknown business. */
export async function currentVersion(reader: Reader, businessId: string): Promise<number> {
  return (await reader.query(findVersion, { businessId }))[0]?.snapshot_version ?? 0;
}
