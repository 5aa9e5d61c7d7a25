import type { Ids, Stories } from "../story.ts";

const DAY = { from: "2026-05-06T00:00:00+02:00", to: "2026-05-07T00:00:00+02:00" };

const booking = ({ location, client, service, staff }: Ids, startsAt: string) => ({
  location_id: location,
  client_id: client,
  starts_at: startsAt,
  items: [{ service_id: service, staff_id: staff }],
});

export const APPOINTMENT_STORIES: Stories = {
  listAppointments: { query: ({ location = "" }) => ({ location_id: location, ...DAY }) },
  bookAppointment: { body: (ids) => booking(ids, "2026-06-03T10:00:00+02:00") },
  bookRecurringAppointments: {
    // The first date conflicts with Zoë's existing appointment.
    body: (ids) => ({ ...booking(ids, "2026-05-06T10:00:00+02:00"), every_weeks: 4, occurrences: 3 }),
  },
  rescheduleAppointment: {
    body: () => ({ starts_at: "2026-05-08T14:30:00+02:00" }),
    refused: { 409: { body: () => ({ starts_at: "2026-05-06T13:00:00+02:00" }) } },
  },
  resizeAppointment: {
    body: ({ item }) => ({ item_id: item, minutes: 75 }),
    refused: { 409: { body: ({ item }) => ({ item_id: item, minutes: 200 }) } },
  },
  replaceAppointmentItems: {
    body: ({ item, service, staff }) => ({
      items: [
        { id: item, service_id: service, staff_id: staff },
        { service_id: service, staff_id: staff },
      ],
      force: true,
    }),
  },
  updateAppointmentNote: { body: () => ({ internal_note: "Bring the photo from March." }) },
  transitionAppointment: {
    body: () => ({ to: "arrived" }),
    refused: { 409: { body: () => ({ to: "no_show" }) } },
  },
  findAvailability: {
    query: ({ location = "", service = "" }) => ({
      location_id: location,
      service_ids: service,
      from: "2026-05-06T10:00:00+02:00",
      to: "2026-05-06T12:00:00+02:00",
    }),
  },
  updateBlock: { body: () => ({ label: "Dentist, back at noon" }) },
  listBlocks: { query: ({ location = "" }) => ({ location_id: location, ...DAY }) },
  createBlock: {
    body: ({ location, staff }) => ({
      location_id: location,
      staff_id: staff,
      starts_at: "2026-05-06T10:30:00+02:00",
      ends_at: "2026-05-06T11:30:00+02:00",
      label: "Dentist",
    }),
  },
};
