import type { OperationChoice } from "./operations.ts";

const location = { name: "location_id", label: "Location", choices: "locations" } as const;
const client = { name: "client_id", label: "Client", choices: "clients" } as const;
const appointment = {
  name: "appointment",
  label: "Appointment ID",
  help: "The id of an appointment, for example from a trigger or a search.",
} as const;
const start = { name: "starts_at", label: "Start", help: "The date and time of the start." } as const;

/** The actions and searches for appointments, blocks and free times. */
export const APPOINTMENT_OPERATIONS: readonly OperationChoice[] = [
  {
    key: "book_appointment",
    operationId: "bookAppointment",
    label: "Book appointment",
    description: "Books an appointment for a client. Fails if the time is taken.",
    kind: "create",
    group: "appointment",
    fields: [
      location,
      client,
      start,
      {
        name: "items",
        label: "Services",
        help: "The services, one after the other, each with the staff member who performs it.",
        fields: [
          { name: "service_id", label: "Service", choices: "services" },
          { name: "staff_id", label: "Staff member", choices: "staff" },
        ],
      },
      {
        name: "status",
        label: "Status",
        help: "Booked by default. A requested appointment waits until staff confirm or decline it.",
      },
      { name: "notify_client", label: "Notify client" },
    ],
  },
  {
    key: "change_appointment_status",
    operationId: "transitionAppointment",
    label: "Change appointment status",
    description: "Confirms, checks in, completes, cancels or declines an appointment, or marks a no-show.",
    kind: "create",
    group: "appointment",
    fields: [
      appointment,
      { name: "to", label: "Status", help: "The new status." },
      { name: "reason", label: "Reason" },
      { name: "notify_client", label: "Notify client" },
    ],
  },
  {
    key: "reschedule_appointment",
    operationId: "rescheduleAppointment",
    label: "Reschedule appointment",
    description: "Moves an appointment to another start. Fails if the time is taken.",
    kind: "create",
    group: "appointment",
    fields: [appointment, start, { name: "notify_client", label: "Notify client" }],
  },
  {
    key: "set_appointment_note",
    operationId: "updateAppointmentNote",
    label: "Set appointment note",
    description: "Replaces the internal note of an appointment. Clients never see it.",
    kind: "create",
    group: "appointment",
    fields: [
      appointment,
      { name: "internal_note", label: "Note", help: "The new note, visible to staff only.", required: true },
    ],
  },
  {
    key: "create_block",
    operationId: "createBlock",
    label: "Block time",
    description: "Blocks time of a staff member or a resource in the calendar.",
    kind: "create",
    group: "appointment",
    fields: [
      location,
      {
        name: "staff_id",
        label: "Staff member",
        choices: "staff",
        help: "The staff member whose time is blocked. Give either a staff member or a resource.",
      },
      {
        name: "resource_id",
        label: "Resource ID",
        help: "The resource that is blocked. Give either a staff member or a resource.",
      },
      start,
      { name: "ends_at", label: "End", help: "The date and time of the end." },
      { name: "label", label: "Label" },
    ],
  },
  {
    key: "find_appointments",
    operationId: "listAppointments",
    label: "Find appointments",
    description: "Finds the appointments of a location in a window of time.",
    kind: "find",
    group: "appointment",
    container: "items",
    fields: [
      location,
      { name: "from", label: "From", help: "Only appointments that end after this time." },
      { name: "to", label: "To", help: "Only appointments that start before this time." },
      client,
      { name: "staff_id", label: "Staff member", choices: "staff" },
      { name: "status", label: "Statuses", help: "Only appointments with one of these statuses." },
    ],
  },
  {
    key: "get_appointment",
    operationId: "getAppointment",
    label: "Get appointment",
    description: "Reads one appointment by its id.",
    kind: "get",
    group: "appointment",
    fields: [appointment],
  },
  {
    key: "find_free_slots",
    operationId: "findAvailability",
    label: "Find free slots",
    description: "Finds start times at which services can be booked.",
    kind: "find",
    group: "appointment",
    container: "slots",
    fields: [
      location,
      {
        name: "service_ids",
        label: "Services",
        choices: "services",
        help: "Up to 10 services, performed one after the other.",
      },
      { name: "from", label: "From", help: "Only starts at this time or later." },
      { name: "to", label: "To", help: "Only starts before this time, at most 62 days after the first." },
    ],
  },
];
