import { column, table, view } from "../platform/database/index.ts";

export const calendars = table("calendars", "scheduling/snapshot", {
  business_id: column.id,
  snapshot_version: column.integer,
});

export const calendarsView = view(calendars, "business_id", "snapshot_version");

export const subjects = table("subjects", "scheduling/calendar", {
  business_id: column.id,
  id: column.id,
  kind: column.oneOf("staff", "resource"),
  capacity: column.integer,
  version: column.integer,
});

export const subjectsView = view(subjects, "business_id", "id", "capacity", "version");

export const subjectUnits = table("subject_units", "scheduling/calendar", {
  business_id: column.id,
  subject_id: column.id,
  unit: column.integer,
});

export const claims = table("claims", "scheduling/calendar", {
  business_id: column.id,
  id: column.id,
  subject_id: column.id,
  during: column.textOf("tstzrange", 3910),
  unit: column.integer,
  overbooked: column.flag,
  exclusive: column.flag,
  appointment_id: column.nullable(column.id),
  block_id: column.nullable(column.id),
  time_off_id: column.nullable(column.id),
  hold_id: column.nullable(column.id),
  expires_at: column.nullable(column.instant),
});

export const claimsView = view(claims, "business_id", "id", "subject_id", "during", "appointment_id");

export const appointments = table("appointments", "scheduling/appointments", {
  business_id: column.id,
  id: column.id,
  location_id: column.id,
  client_id: column.id,
  series_id: column.nullable(column.id),
  status: column.oneOf("requested", "booked", "arrived", "completed", "cancelled", "declined", "no_show"),
  starts_at: column.instant,
  ends_at: column.instant,
  starts_local: column.wallTime,
  tz_version: column.text,
  source: column.oneOf("api", "app", "online", "import"),
  total_amount: column.integer,
  currency: column.text,
  internal_note: column.nullable(column.text),
  status_reason: column.nullable(column.text),
  confirmed_at: column.nullable(column.instant),
  arrived_at: column.nullable(column.instant),
  completed_at: column.nullable(column.instant),
  cancelled_at: column.nullable(column.instant),
  declined_at: column.nullable(column.instant),
  no_show_at: column.nullable(column.instant),
  cancelled_by: column.nullable(column.oneOf("team", "client", "system")),
  version: column.integer,
  created_at: column.instant,
  updated_at: column.instant,
  sale_closed_at: column.nullable(column.instant),
  policy_version: column.nullable(column.integer),
  client_confirmed_at: column.nullable(column.instant),
});

export const appointmentsView = view(
  appointments,
  "business_id",
  "id",
  "location_id",
  "client_id",
  "series_id",
  "status",
  "starts_at",
  "ends_at",
  "source",
  "client_confirmed_at",
  "cancelled_at",
  "declined_at",
  "version",
  "created_at",
  "updated_at",
  "policy_version",
  "total_amount",
);

export const appointmentItems = table("appointment_items", "scheduling/appointments", {
  business_id: column.id,
  id: column.id,
  appointment_id: column.id,
  position: column.integer,
  service_id: column.id,
  service_name: column.text,
  staff_id: column.id,
  resource_ids: column.ids,
  starts_at: column.instant,
  ends_at: column.instant,
  starts_on: column.date,
  initial_minutes: column.integer,
  processing_minutes: column.integer,
  finishing_minutes: column.integer,
  duration_minutes: column.integer,
  buffer_before_minutes: column.integer,
  buffer_after_minutes: column.integer,
  price_amount: column.integer,
  takes_time: column.flag,
});

export const appointmentItemsView = view(
  appointmentItems,
  "business_id",
  "id",
  "appointment_id",
  "position",
  "service_id",
  "service_name",
  "staff_id",
  "resource_ids",
  "starts_at",
  "ends_at",
  "starts_on",
  "duration_minutes",
  "price_amount",
  "takes_time",
);

export const blocks = table("blocks", "scheduling/blocks", {
  business_id: column.id,
  id: column.id,
  location_id: column.id,
  staff_id: column.nullable(column.id),
  resource_id: column.nullable(column.id),
  starts_at: column.instant,
  ends_at: column.instant,
  label: column.nullable(column.text),
  series_id: column.nullable(column.id),
  created_at: column.instant,
  updated_at: column.instant,
  version: column.integer,
});

export const appointmentNotifications = table(
  "appointment_notifications",
  "scheduling/appointment-notifications",
  {
    business_id: column.id,
    appointment_id: column.id,
    status: column.oneOf("requested", "booked", "arrived", "completed", "cancelled", "declined", "no_show"),
    starts_at: column.instant,
    reminder_due_at: column.nullable(column.instant),
    version: column.integer,
    known_status: column.nullable(
      column.oneOf("requested", "booked", "arrived", "completed", "cancelled", "declined", "no_show"),
    ),
    known_starts_at: column.nullable(column.instant),
  },
);

/** Custom texts of a message in one language. A null field means the standard text. */
export interface MessageTexts {
  readonly subject: string | null;
  readonly introduction: string | null;
  readonly closing: string | null;
  /** Replaces the text message (SMS). */
  readonly text_message: string | null;
}

/**
 * The stored settings of messages to clients, by kind. A kind that was added after the settings were stored is absent and uses the
 * defaults.
 */
export type StoredMessages = Readonly<
  Partial<
    Record<
      string,
      {
        readonly enabled: boolean;
        readonly texts: Readonly<Record<"en" | "de" | "fr" | "es", MessageTexts>>;
      }
    >
  >
>;

export const messageSettings = table("message_settings", "scheduling/message-settings", {
  business_id: column.id,
  messages: column.json<StoredMessages>(),
  reminder_hours_before: column.integer,
  updated_at: column.instant,
});

export const messageSettingsView = view(messageSettings, "business_id", "messages", "reminder_hours_before");

export const calendarFeeds = table("calendar_feeds", "scheduling/calendar-feeds", {
  business_id: column.id,
  id: column.id,
  staff_id: column.nullable(column.id),
  location_id: column.nullable(column.id),
  resource_id: column.nullable(column.id),
  token_sha256: column.bytes,
  last_read_at: column.nullable(column.instant),
  created_at: column.instant,
  updated_at: column.instant,
});
