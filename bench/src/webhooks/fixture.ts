import type pg from "pg";
import { SECRET_PURPOSE } from "../../../server/src/features/webhooks/endpointSecret.ts";
import type { EventType } from "../../../server/src/kernel/events.ts";
import { newId } from "../../../server/src/kernel/ids.ts";
import type { PooledDatabase } from "../../../server/src/platform/database/index.ts";
import { createEncryption } from "../../../server/src/platform/encryption.ts";
import { writeEvent } from "../../../server/src/platform/outbox/writeEvent.ts";
import { openBenchDatabase } from "../database.ts";
import { type Served, serve } from "../http/processes.ts";
import { openSink, type Sink } from "./sink.ts";

/** An embedded database with default settings, and a sink that receives deliveries. */
export interface WebhookFixture {
  readonly client: pg.Client;
  readonly database: PooledDatabase;
  readonly sink: Sink;
  serve(command: "web" | "worker" | "start"): Promise<Served>;
  close(): Promise<void>;
}

export const SECRET = `whsec_${"b".repeat(43)}`;
export const INSTALLATION = "b".repeat(32);

/**
 * Starts the sink, and the database in a temporary folder, which `close` deletes. The database flushes every commit to
 * disk, as in production.
 */
export async function openWebhookFixture(): Promise<WebhookFixture> {
  return openBenchDatabase(async ({ dataDir, connectionString, database, client, onClose, close }) => {
    const sink = await openSink();
    onClose(sink.close);
    const env = {
      DATABASE_URL: connectionString,
      DAYBOOK_DATA_DIR: dataDir,
      DAYBOOK_SECRET: INSTALLATION,
      DAYBOOK_WEBHOOK_ALLOW_PRIVATE: "1",
      DAYBOOK_WEBHOOK_ALLOW_HTTP: "1",
    };
    return {
      client,
      database,
      sink,
      serve: (command) => serve("server/src/main.ts", [command], env, "/health/ready"),
      close,
    };
  });
}

export async function addBusinesses(client: pg.Client, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newId);
  await client.query(
    `insert into businesses
       (id, name, slug, type, time_zone, currency, country, locale, webhook_payload, created_at, updated_at)
     select id, 'Bench', id::text, 'salon', 'Europe/Berlin', 'EUR', 'DE', 'de-DE', 'full', now(), now()
     from unnest($1::uuid[]) as added(id)`,
    [ids],
  );
  return ids;
}

/** Adds `perBusiness` endpoints to each business, each with its own IP address. Returns their URLs. */
export async function addEndpoints(
  fixture: WebhookFixture,
  businessIds: readonly string[],
  perBusiness: number,
  endpoint: { readonly path: string; readonly events: readonly EventType[]; readonly secondOctet: number },
): Promise<string[]> {
  const sealed = createEncryption(INSTALLATION);
  const wanted = businessIds.flatMap((businessId, business) =>
    Array.from({ length: perBusiness }, (_, nth) => ({
      businessId,
      id: newId(),
      url: `http://127.${endpoint.secondOctet}.${business}.${1 + nth}:${fixture.sink.port}${endpoint.path}/${business}/${nth}`,
      secret: sealed.encrypt(SECRET, SECRET_PURPOSE),
    })),
  );
  await fixture.client.query(
    `insert into webhook_endpoints
       (business_id, id, url, events, source, status, secret_encrypted, created_at, updated_at)
     select business_id, id, url, $5, 'manual', 'enabled', secret, now(), now()
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) as added(business_id, id, url, secret)`,
    [
      wanted.map(({ businessId }) => businessId),
      wanted.map(({ id }) => id),
      wanted.map(({ url }) => url),
      wanted.map(({ secret }) => secret),
      endpoint.events,
    ],
  );
  return wanted.map(({ url }) => url);
}

/** A record of the same length as an appointment. */
const RECORD = {
  id: "",
  items: Array.from({ length: 6 }, (_, position) => ({ position, note: "n".repeat(120) })),
};

/** Writes `count` events for each business in one transaction. Returns the time of the commit, in milliseconds since the epoch. */
export async function publishEvents(
  { database }: WebhookFixture,
  businessIds: readonly string[],
  type: EventType,
  count = 1,
): Promise<number> {
  await database.transaction(async (tx) => {
    for (let nth = 0; nth < count; nth++) {
      for (const businessId of businessIds) {
        const id = newId();
        const at = performance.timeOrigin + performance.now();
        writeEvent(tx, businessId, "full", { type, at, data: { ...RECORD, id }, ids: { id } });
      }
    }
  });
  return performance.timeOrigin + performance.now();
}

/** Deletes every endpoint with its deliveries, so that the next measurement starts empty. */
export async function deleteEndpoints({ client }: WebhookFixture): Promise<void> {
  await client.query("delete from webhook_endpoints");
}
