import { MINUTE } from "@daybook/engine";
import { createApiKey } from "../features/access/api-keys/index.ts";
import { randomPassword, setInitialPassword } from "../features/access/sessions/index.ts";
import { addKiosk } from "../features/booking/kiosks/index.ts";
import { createCalendarFeed } from "../features/scheduling/calendar-feeds/index.ts";
import { createSampleEndpoint, type SampleAttempts } from "../features/webhooks/index.ts";
import { type Role, SCOPES } from "../kernel/scopes.ts";
import { hashOfToken, newLinkToken } from "../kernel/tokens.ts";
import { createEncryption } from "../platform/encryption.ts";
import { openRelay } from "../platform/outbox/relay.ts";
import { type Demo, timeOn } from "./demo.ts";
import { USERS } from "./salon.ts";

/** The login of a user. The password is random, and only its hash is stored. */
export interface DemoLogin {
  readonly role: Role;
  readonly email: string;
  readonly password: string;
}

/** Sets the passwords of the users, and returns their logins, the owner's first. */
export async function createLogins({ tx, idOf, now }: Demo): Promise<DemoLogin[]> {
  const logins = USERS.map(([role, email]) => ({ role, email, password: randomPassword() }));
  await Promise.all(logins.map(({ role, password }) => setInitialPassword(tx, idOf(role), password, now)));
  return logins;
}

/** Creates a key of a connector, whose text is not shown, and returns one with every scope. */
export async function createKeys({ tx, businessId, ownerId, now, ...demo }: Demo): Promise<string> {
  const owner = { businessId, userId: ownerId };
  const scopes = ["appointments:read", "clients:read"] as const;
  await createApiKey(tx, { ...owner, label: "Zapier", scopes, now: timeOn(demo, -40, "10:00") });
  const { key } = await createApiKey(tx, { ...owner, label: "Demo", scopes: SCOPES, now });
  return key;
}

/** Adds a paired kiosk. No tablet has its token. */
export function pairKiosk(demo: Demo): void {
  addKiosk(demo.tx, {
    businessId: demo.businessId,
    locationId: demo.idOf("Lindenhof"),
    name: "Tablet at the entrance",
    tokenHash: hashOfToken(newLinkToken()),
    lastSeenAt: demo.now - 2 * MINUTE,
    now: timeOn(demo, -40, "10:00"),
  });
}

/** Adds a calendar feed of a location and one of a staff member. The links are not shown. */
export async function createFeeds({ tx, businessId, idOf, ...demo }: Demo): Promise<void> {
  const options = { businessId, address: () => "", now: timeOn(demo, -30, "10:00") };
  await createCalendarFeed(tx, { location_id: idOf("Lindenhof") }, options);
  await createCalendarFeed(tx, { staff_id: idOf("Zoë") }, options);
}

const DELIVERED: SampleAttempts = [200];
const DELIVERIES: readonly SampleAttempts[] = [
  ...Array.from({ length: 9 }, () => DELIVERED),
  [503, 200],
  DELIVERED,
  [503, 503, 503, 503, 503, 503],
  [500, 500, 200],
  DELIVERED,
];

/**
 * Numbers the events of the load, and then creates a webhook endpoint, which thus does not receive them. The endpoint is disabled, and
 * the name of its host is reserved (RFC 2606), so that nothing is sent.
 */
export async function createEndpoint({ tx, database, businessId, secret, now }: Demo): Promise<void> {
  const relay = openRelay({ database, consumers: [], log: () => {}, runsByItself: false });
  while ((await relay.round()) > 0);
  await relay.close();
  await createSampleEndpoint(tx, createEncryption(secret), {
    businessId,
    input: {
      url: "https://books.demo-salon.example/daybook",
      events: ["payment.refunded", "appointment.canceled", "appointment.no_show"],
    },
    samples: DELIVERIES,
    now,
  });
}
