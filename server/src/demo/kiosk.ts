import { addKiosk } from "../features/booking/kiosks/index.ts";
import { hashOfToken, newLinkToken } from "../kernel/tokens.ts";
import type { Demo } from "./setUp.ts";

const DAYS_PAIRED = 40;
const DAY = 86_400_000;
const MINUTE = 60_000;

/** Adds a paired kiosk to the list of the first location. No tablet has the token of this kiosk. */
export function pairDemoKiosk({ tx, snapshot, businessId, now }: Demo): void {
  const [location] = [...snapshot.locations.values()].filter(({ active }) => active);
  if (location === undefined) return;
  addKiosk(tx, {
    businessId,
    locationId: location.id,
    name: "Tablet at the entrance",
    tokenHash: hashOfToken(newLinkToken()),
    lastSeenAt: now - 2 * MINUTE,
    now: now - DAYS_PAIRED * DAY,
  });
}
