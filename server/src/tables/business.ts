import type { WallInterval } from "@daybook/engine";
import { column, table, view } from "../platform/database/index.ts";

export const businesses = table("businesses", "business/businesses", {
  id: column.id,
  name: column.text,
  slug: column.text,
  type: column.oneOf(
    "salon",
    "barber",
    "nails",
    "lashes_brows",
    "spa",
    "massage",
    "tattoo",
    "med_spa",
    "wellness",
    "skincare",
    "clinic",
    "other",
  ),
  time_zone: column.text,
  currency: column.text,
  country: column.text,
  locale: column.text,
  webhook_payload: column.oneOf("full", "ids_only"),
  created_at: column.instant,
  updated_at: column.instant,
  tax_number: column.nullable(column.text),
});

export const businessSettings = view(
  businesses,
  "id",
  "name",
  "slug",
  "type",
  "time_zone",
  "currency",
  "country",
  "locale",
  "webhook_payload",
  "tax_number",
);

/** The clocks of sandboxes. A business is a sandbox if it has a row in this table. */
export const testClocks = table("test_clocks", "business/sandboxes", {
  business_id: column.id,
  clock_at: column.nullable(column.instant),
  target_at: column.nullable(column.instant),
  lease_until: column.nullable(column.instant),
  worked_at: column.nullable(column.instant),
  created_at: column.instant,
  updated_at: column.instant,
});

export const testClocksView = view(testClocks, "business_id");

export const bookingPages = table("booking_pages", "business/booking-page", {
  business_id: column.id,
  texts:
    column.json<
      Readonly<
        Record<
          "en" | "de" | "fr" | "es",
          { heading: string | null; introduction: string | null; confirmation: string | null }
        >
      >
    >(),
  accent_color: column.text,
  origins: column.texts,
  waitlist_mode: column.oneOf("off", "manual", "automatic"),
  updated_at: column.instant,
  client_field_ids: column.nullable(column.ids),
});

export const bookingPagesView = view(bookingPages, "business_id", "accent_color", "client_field_ids");

export const businessSlugs = table("business_slugs", "business/businesses", {
  slug: column.text,
  business_id: column.id,
});

export const clientFields = table("client_fields", "business/businesses", {
  business_id: column.id,
  id: column.id,
  label: column.text,
  type: column.oneOf("text", "choice", "yes_no", "date"),
  options: column.texts,
  required: column.flag,
  position: column.integer,
  created_at: column.instant,
  updated_at: column.instant,
  archived_at: column.nullable(column.instant),
});

export const clientFieldsView = view(
  clientFields,
  "business_id",
  "id",
  "label",
  "type",
  "options",
  "required",
  "position",
  "archived_at",
);

export const policies = table("policies", "business/policies", {
  business_id: column.id,
  id: column.id,
  version: column.integer,
  cancellation_window_minutes: column.integer,
  late_cancel_fee_kind: column.text,
  late_cancel_fee_percent: column.nullable(column.integer),
  late_cancel_fee_minor: column.nullable(column.integer),
  no_show_fee_kind: column.text,
  no_show_fee_percent: column.nullable(column.integer),
  no_show_fee_minor: column.nullable(column.integer),
  deposit_kind: column.text,
  deposit_percent: column.nullable(column.integer),
  deposit_minor: column.nullable(column.integer),
  cancellation_text: column.nullable(column.text),
  booking_text: column.nullable(column.text),
  staff_sees_contacts: column.flag,
  created_at: column.instant,
  staff_max_discount_percent: column.integer,
  reception_max_discount_percent: column.integer,
  manager_max_discount_percent: column.integer,
  card_required: column.flag,
});

export const policiesView = view(
  policies,
  "business_id",
  "version",
  "cancellation_window_minutes",
  "late_cancel_fee_kind",
  "late_cancel_fee_percent",
  "late_cancel_fee_minor",
  "no_show_fee_kind",
  "no_show_fee_percent",
  "no_show_fee_minor",
  "cancellation_text",
);

export const locations = table("locations", "business/locations", {
  business_id: column.id,
  id: column.id,
  name: column.text,
  address: column.json<{
    line1: string;
    line2: string | null;
    city: string;
    region: string | null;
    postal_code: string | null;
    country: string;
  }>(),
  phone_e164: column.nullable(column.text),
  email: column.nullable(column.text),
  time_zone: column.text,
  active: column.flag,
  created_at: column.instant,
  updated_at: column.instant,
  published_at: column.nullable(column.instant),
  version: column.integer,
});

export const locationsView = view(
  locations,
  "business_id",
  "id",
  "name",
  "address",
  "phone_e164",
  "email",
  "time_zone",
  "active",
  "published_at",
);

export const locationHours = table("location_hours", "business/locations", {
  business_id: column.id,
  location_id: column.id,
  weekday: column.integer,
  starts_minute: column.integer,
  ends_minute: column.integer,
});

export const locationHoursView = view(
  locationHours,
  "business_id",
  "location_id",
  "weekday",
  "starts_minute",
  "ends_minute",
);

export const locationHourExceptions = table("location_hour_exceptions", "business/locations", {
  business_id: column.id,
  location_id: column.id,
  date: column.date,
  intervals: column.json<readonly WallInterval[]>(),
});

export const locationHourExceptionsView = view(
  locationHourExceptions,
  "business_id",
  "location_id",
  "date",
  "intervals",
);

export const resources = table("resources", "business/locations", {
  business_id: column.id,
  id: column.id,
  location_id: column.id,
  name: column.text,
  type: column.text,
  created_at: column.instant,
  updated_at: column.instant,
  archived_at: column.nullable(column.instant),
});

export const resourcesView = view(
  resources,
  "business_id",
  "id",
  "location_id",
  "name",
  "type",
  "archived_at",
);

export const services = table("services", "business/services", {
  business_id: column.id,
  id: column.id,
  category_id: column.nullable(column.id),
  name: column.text,
  description: column.nullable(column.text),
  initial_minutes: column.integer,
  processing_minutes: column.integer,
  finishing_minutes: column.integer,
  buffer_before_minutes: column.integer,
  buffer_after_minutes: column.integer,
  price_amount: column.integer,
  price_kind: column.oneOf("fixed", "from", "free"),
  requires_patch_test: column.flag,
  online_bookable: column.flag,
  requires_approval: column.flag,
  active: column.flag,
  slot_step_minutes: column.integer,
  min_notice_minutes: column.integer,
  max_advance_days: column.integer,
  max_per_day: column.nullable(column.integer),
  position: column.integer,
  created_at: column.instant,
  updated_at: column.instant,
  tax_rate_id: column.nullable(column.id),
});

export const taxRates = table("tax_rates", "business/tax-rates", {
  business_id: column.id,
  id: column.id,
  name: column.text,
  percent_thousandths: column.integer,
  included: column.flag,
  created_at: column.instant,
  updated_at: column.instant,
  archived_at: column.nullable(column.instant),
});

export const servicesView = view(
  services,
  "business_id",
  "id",
  "category_id",
  "name",
  "description",
  "active",
  "position",
  "initial_minutes",
  "processing_minutes",
  "finishing_minutes",
  "buffer_before_minutes",
  "buffer_after_minutes",
  "price_amount",
  "price_kind",
  "requires_approval",
  "online_bookable",
  "slot_step_minutes",
  "min_notice_minutes",
  "max_advance_days",
  "max_per_day",
  "requires_patch_test",
  "tax_rate_id",
);

export const serviceCategories = table("service_categories", "business/services", {
  business_id: column.id,
  id: column.id,
  name: column.text,
  description: column.nullable(column.text),
  position: column.integer,
  created_at: column.instant,
  updated_at: column.instant,
  archived_at: column.nullable(column.instant),
});

export const serviceCategoriesView = view(
  serviceCategories,
  "business_id",
  "id",
  "name",
  "description",
  "position",
  "archived_at",
);

export const serviceLocations = table("service_locations", "business/services", {
  business_id: column.id,
  service_id: column.id,
  location_id: column.id,
});

export const serviceLocationsView = view(serviceLocations, "business_id", "service_id", "location_id");

export const serviceResources = table("service_resources", "business/services", {
  business_id: column.id,
  service_id: column.id,
  type: column.text,
  count: column.integer,
});

export const serviceResourcesView = view(serviceResources, "business_id", "service_id", "type", "count");

export const serviceStaff = table("service_staff", "business/services", {
  business_id: column.id,
  service_id: column.id,
  staff_id: column.id,
  duration_minutes: column.nullable(column.integer),
  price_amount: column.nullable(column.integer),
});

export const serviceStaffView = view(
  serviceStaff,
  "business_id",
  "service_id",
  "staff_id",
  "duration_minutes",
  "price_amount",
);

export const staff = table("staff", "business/staff", {
  business_id: column.id,
  id: column.id,
  first_name: column.text,
  last_name: column.nullable(column.text),
  display_name: column.text,
  title: column.nullable(column.text),
  bookable: column.flag,
  active: column.flag,
  color: column.nullable(column.text),
  position: column.integer,
  created_at: column.instant,
  updated_at: column.instant,
  hours_version: column.integer,
});

export const staffMembers = view(
  staff,
  "business_id",
  "id",
  "display_name",
  "title",
  "color",
  "first_name",
  "last_name",
  "active",
  "bookable",
  "position",
);

export const pictures = table("pictures", "business/pictures", {
  business_id: column.id,
  id: column.id,
  staff_id: column.nullable(column.id),
  content: column.bytes,
  width: column.integer,
  height: column.integer,
  created_at: column.instant,
});

export const picturesView = view(pictures, "business_id", "id", "staff_id");

export const staffLocations = table("staff_locations", "business/staff", {
  business_id: column.id,
  staff_id: column.id,
  location_id: column.id,
});

export const staffLocationsView = view(staffLocations, "business_id", "staff_id", "location_id");

export const staffHours = table("staff_hours", "business/staff", {
  business_id: column.id,
  staff_id: column.id,
  location_id: column.id,
  weekday: column.integer,
  starts_minute: column.integer,
  ends_minute: column.integer,
});

export const staffHoursView = view(
  staffHours,
  "business_id",
  "staff_id",
  "location_id",
  "weekday",
  "starts_minute",
  "ends_minute",
);

export const staffHourExceptions = table("staff_hour_exceptions", "business/staff", {
  business_id: column.id,
  staff_id: column.id,
  location_id: column.id,
  date: column.date,
  intervals: column.json<readonly WallInterval[]>(),
});

export const staffHourExceptionsView = view(
  staffHourExceptions,
  "business_id",
  "staff_id",
  "location_id",
  "date",
  "intervals",
);

export const timeOff = table("time_off", "business/staff", {
  business_id: column.id,
  id: column.id,
  staff_id: column.id,
  starts_at: column.instant,
  ends_at: column.instant,
  label: column.nullable(column.text),
  created_at: column.instant,
  updated_at: column.instant,
  version: column.integer,
});

export const changes = table("changes", "business/changes", {
  business_id: column.id,
  id: column.id,
  position: column.nullable(column.integer),
  entity: column.text,
  entity_id: column.id,
  kind: column.oneOf("created", "changed", "deleted"),
  location_id: column.nullable(column.id),
  starts_at: column.nullable(column.instant),
  staff_ids: column.ids,
  appointment_id: column.nullable(column.id),
  client_id: column.nullable(column.id),
  written_at: column.instant,
});

export const timeOffView = view(timeOff, "business_id", "staff_id", "starts_at", "ends_at");

export const auditLog = table("audit_log", "business/audit-log", {
  business_id: column.id,
  id: column.id,
  at: column.instant,
  actor_kind: column.oneOf("user", "key", "public", "system"),
  actor_id: column.nullable(column.id),
  address: column.nullable(column.text),
  request_id: column.nullable(column.text),
  entity: column.text,
  entity_id: column.id,
  action: column.oneOf("created", "changed", "deleted"),
  before: column.nullable(column.json<Record<string, unknown>>()),
  after: column.nullable(column.json<Record<string, unknown>>()),
  client_id: column.nullable(column.id),
  erased_at: column.nullable(column.instant),
});

/** The columns of the audit log that identify the users who changed a client's records. */
export const auditLogView = view(auditLog, "business_id", "client_id", "actor_kind", "actor_id");
