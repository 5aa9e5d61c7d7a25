import { MINUTE } from "@daybook/engine";
import { createApiKey } from "../features/access/api-keys/index.ts";
import { randomPassword, setInitialPassword } from "../features/access/sessions/index.ts";
import { addKiosk } from "../features/booking/kiosks/index.ts";
import { createCalendarFeed } from "../features/scheduling/calendar-feeds/index.ts";
import { SCOPES } from "../kernel/scopes.ts";
import { hashOfToken, newLinkToken } from "../kernel/tokens.ts";
import type { Demo } from "./demo.ts";
import { USERS } from "./salon.ts";

/**
 * Sets the passwords of the users, and creates API keys, a paired kiosk and calendar feeds. No tablet has the token of the kiosk,
 * and the links of the feeds are never shown. Returns the logins, the owner's first, and an API key with every scope. The database
 * contains only hashes of the passwords and keys.
 */
export async function createAccess({ tx, businessId, ownerId, idOf, now, at }: Demo) {
  const logins = USERS.map(({ role, email }) => ({ role, email, password: randomPassword() }));
  await Promise.all(logins.map(({ role, password }) => setInitialPassword(tx, idOf(role), password, now)));
  const before = at(-40, "10:00");
  const owner = { businessId, userId: ownerId };
  const connectorScopes = ["appointments:read", "clients:read"] as const;
  await createApiKey(tx, { ...owner, label: "Zapier", scopes: connectorScopes, now: before });
  const { key } = await createApiKey(tx, { ...owner, label: "Demo", scopes: SCOPES, now });
  addKiosk(tx, {
    businessId,
    locationId: idOf("Lindenhof"),
    name: "Tablet at the entrance",
    tokenHash: hashOfToken(newLinkToken()),
    lastSeenAt: now - 2 * MINUTE,
    now: before,
  });
  const feed = { businessId, address: () => "", now: before };
  await createCalendarFeed(tx, { location_id: idOf("Lindenhof") }, feed);
  await createCalendarFeed(tx, { staff_id: idOf("Zoë") }, feed);
  return { key, logins };
}
