import { addMembership, createUser } from "../src/features/access/accounts/index.ts";
import { createApiKey } from "../src/features/access/api-keys/index.ts";
import { newId } from "../src/kernel/ids.ts";
import { SCOPES, type Scope } from "../src/kernel/scopes.ts";
import { type Database, statement } from "../src/platform/database/index.ts";

/** The least a test needs in order to call the API: a business, its owner, and a key of the owner's. */
export interface BusinessWithKey {
  readonly businessId: string;
  readonly ownerId: string;
  readonly keyId: string;
  /** The plain key, for `Authorization: Bearer …`. */
  readonly key: string;
}

/** Makes a business that has nothing yet: no place, no menu, no team. The key holds every scope unless told. */
export async function businessWithKey(
  database: Database,
  options: {
    name?: string;
    type?: string;
    webhookPayload?: "full" | "ids_only";
    scopes?: readonly Scope[];
  } = {},
): Promise<BusinessWithKey> {
  const { name = "Salon Lindenhof", type = "salon", webhookPayload = "full", scopes = SCOPES } = options;
  const businessId = newId();
  const now = Date.UTC(2027, 0, 4, 9);
  return database.transaction(async (tx) => {
    tx.write(insertBusiness, [businessId, name, type, webhookPayload, new Date(now), businessId]);
    const owner = await createUser(tx, {
      email: `owner-${businessId}@example.com`,
      firstName: "Jana",
      lastName: "Lindner",
      now,
    });
    await addMembership(tx, { userId: owner.id, businessId, role: "owner", staffId: null, now });
    const key = await createApiKey(tx, { businessId, userId: owner.id, label: "Tests", scopes, now });
    return { businessId, ownerId: owner.id, keyId: key.id, key: key.key };
  });
}

const insertBusiness = statement(
  "test_insert_business",
  {},
  `insert into businesses
     (id, name, slug, type, time_zone, currency, country, locale, webhook_payload, created_at, updated_at)
   values ($1, $2, $6, $3, 'Europe/Berlin', 'EUR', 'DE', 'de-DE', $4, $5, $5)`,
);
