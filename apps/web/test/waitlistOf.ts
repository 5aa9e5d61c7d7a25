import { salesOf } from "./salesOf.ts";
import type { TestSalon } from "./testSalon.ts";

/** Returns functions that add clients to the waitlist of a test salon. The functions call the API as the salon's owner. */
export function waitlistOf(salon: TestSalon) {
  const { send } = salesOf(salon);
  const { locationId, cut } = salon.salon;
  return {
    send,
    /** Publishes the location and adds a new client to its waitlist, for a cut in the first week of March 2027. */
    async waits(first_name: string, more: object = {}): Promise<{ id: string; client_id: string }> {
      await send("PUT", `/locations/${locationId}/publishing`, { published: true });
      await send("PUT", "/booking-page", { waitlist_mode: "automatic" });
      const email = `${first_name.toLowerCase()}@example.com`;
      const client_id = await salon.addClient({ first_name, last_name: "Winter", email });
      return send("POST", "/waitlist", {
        client_id,
        location_id: locationId,
        items: [{ service_id: cut }],
        windows: [
          { from: "2027-03-02", to: "2027-03-05", weekdays: [2, 3, 5], starts: "09:00", ends: "13:00" },
        ],
        ...more,
      });
    },
    /** Offers the first matching free time to the client of an entry. */
    async offers(entry: string): Promise<{ id: string; starts_at: string }> {
      const { matches } = await send("GET", `/waitlist/${entry}/matches`);
      const [{ starts_at, items }] = matches;
      return send("POST", `/waitlist/${entry}/offers`, { starts_at, items });
    },
    status: async (entry: string): Promise<string> => (await send("GET", `/waitlist/${entry}`)).status,
  };
}
