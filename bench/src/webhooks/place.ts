import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { SECRET_PURPOSE } from "../../../server/src/features/webhooks/endpointSecret.ts";
import type { EventType } from "../../../server/src/kernel/events.ts";
import { newId } from "../../../server/src/kernel/ids.ts";
import { migrate, openDatabase, type PooledDatabase } from "../../../server/src/platform/database/index.ts";
import { startEmbedded } from "../../../server/src/platform/embedded/index.ts";
import { sealer } from "../../../server/src/platform/encryption.ts";
import { emit } from "../../../server/src/platform/outbox/emit.ts";
import { type Served, serve } from "../http/processes.ts";
import { openSink, type Sink } from "./sink.ts";

/** Where deliveries are measured: a database with its own settings, receivers, and businesses with endpoints. */
export interface WebhookPlace {
  readonly client: pg.Client;
  readonly database: PooledDatabase;
  readonly sink: Sink;
  serve(command: "web" | "worker" | "start"): Promise<Served>;
  close(): Promise<void>;
}

/** What the receivers know; it is no secret here. */
export const SECRET = `whsec_${"b".repeat(43)}`;
const INSTALLATION = "b".repeat(32);

/** Starts it in a folder that is thrown away. The embedded database keeps its promises: every commit is on disk. */
export async function openWebhookPlace(): Promise<WebhookPlace> {
  const closing: (() => unknown)[] = [];
  const close = async () => {
    for (const one of closing.reverse()) await one();
  };
  try {
    const dataDir = mkdtempSync(join(tmpdir(), "daybook-bench-"));
    closing.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const embedded = await startEmbedded({ dataDir, log: () => {}, command: "bench" });
    closing.push(embedded.stop);
    const { connectionString } = embedded;
    await migrate(connectionString);
    const database = openDatabase({ connectionString });
    closing.push(database.close);
    const client = new pg.Client({ connectionString });
    await client.connect();
    closing.push(() => client.end());
    const sink = await openSink();
    closing.push(sink.close);
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
  } catch (error) {
    await close();
    throw error;
  }
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

/** Subscribes so many addresses of each business, each a machine of its own; answers where they are. */
export async function addEndpoints(
  place: WebhookPlace,
  businessIds: readonly string[],
  perBusiness: number,
  endpoint: { readonly path: string; readonly events: readonly EventType[]; readonly net: number },
): Promise<string[]> {
  const sealed = sealer(INSTALLATION);
  const wanted = businessIds.flatMap((businessId, business) =>
    Array.from({ length: perBusiness }, (_, nth) => ({
      businessId,
      id: newId(),
      url: `http://127.${endpoint.net}.${business}.${1 + nth}:${place.sink.port}${endpoint.path}/${business}/${nth}`,
      secret: sealed.seal(SECRET, SECRET_PURPOSE),
    })),
  );
  await place.client.query(
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

/** A body as long as a visit's is. */
const RECORD = {
  id: "",
  items: Array.from({ length: 6 }, (_, position) => ({ position, note: "n".repeat(120) })),
};

/** Has so many events happen in each business, all in one transaction; answers when it was committed. */
export async function happen(
  { database }: WebhookPlace,
  businessIds: readonly string[],
  type: EventType,
  count = 1,
): Promise<number> {
  await database.transaction(async (tx) => {
    for (let nth = 0; nth < count; nth++) {
      for (const businessId of businessIds) {
        const id = newId();
        const at = performance.timeOrigin + performance.now();
        emit(tx, businessId, "full", { type, at, data: { ...RECORD, id }, ids: { id } });
      }
    }
  });
  return performance.timeOrigin + performance.now();
}

/** Removes every endpoint with its deliveries, for the next rows to begin with nothing. */
export async function clearAway({ client }: WebhookPlace): Promise<void> {
  await client.query("delete from webhook_endpoints");
}
