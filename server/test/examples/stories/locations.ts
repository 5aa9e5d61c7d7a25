import type { Ids, Stories, StoryContext } from "../story.ts";

/** Stories for locations, staff members and calendar feeds. */
export const LOCATION_STORIES: Stories = {
  createLocation: {
    body: () => ({
      name: "Haarwerk Kreuzberg",
      address: { line1: "Oranienstraße 23", city: "Berlin", postal_code: "10999", country: "DE" },
      phone_e164: "+493055505678",
    }),
  },
  updateLocation: { body: () => ({ email: "hallo@haarwerk.example" }) },
  replaceLocationHours: {
    body: () => ({
      hours: [2, 3, 4, 5, 6].map((weekday) => ({ weekday, starts: "10:00", ends: "19:00" })),
      hour_exceptions: [{ date: "2026-05-16", intervals: [{ starts: "10:00", ends: "14:00" }] }],
    }),
    refused: {
      422: {
        body: () => ({
          hours: [
            { weekday: 2, starts: "10:00", ends: "14:00" },
            { weekday: 2, starts: "13:00", ends: "19:00" },
          ],
          hour_exceptions: [],
        }),
      },
    },
  },
  createCalendarFeed: { body: ({ staff }) => ({ staff_id: staff }) },
  getCalendarFeed: { before: subscribed },
  createResource: { body: () => ({ name: "Washing place", type: "basin", capacity: 2 }) },
  updateResource: { body: () => ({ name: "Quiet room, upstairs" }) },
  createStaffMember: {
    body: ({ location }) => ({
      first_name: "Noor",
      last_name: "Aziz",
      title: "Stylist",
      location_ids: [location],
      color: "#2D8A4E",
    }),
  },
  updateStaffMember: { body: () => ({ title: "Salon director" }) },
  getStaffHours: { query: () => ({ from: "2026-05-06", to: "2026-05-07" }) },
  listLocationShifts: { query: () => ({ from: "2026-05-06", to: "2026-05-07" }) },
  replaceStaffHours: {
    body: ({ location }) => ({
      weekly: [1, 2, 4].map((weekday) => ({
        location_id: location,
        weekday,
        starts: "09:00",
        ends: "15:00",
      })),
      exceptions: [],
    }),
  },
  createTimeOff: {
    body: () => ({
      starts_at: "2026-05-06T00:00:00+02:00",
      ends_at: "2026-05-07T00:00:00+02:00",
      label: "Training day",
    }),
  },
  updateTimeOff: {
    before: async ({ ids }) => ({ staff: String(ids.ben) }),
    body: () => ({ label: "Training days" }),
  },
  deleteTimeOff: { before: async ({ ids }) => ({ staff: String(ids.ben) }) },
};

/** Creates a calendar feed of the salon's first staff member. Returns the token of its link. */
async function subscribed({ ask, ids }: StoryContext): Promise<Ids> {
  const { body } = await ask("owner", "POST", "/calendar-feeds", { staff_id: ids.staff });
  return { feed_token: String(body.data.url).split("/").at(-1) ?? "" };
}
