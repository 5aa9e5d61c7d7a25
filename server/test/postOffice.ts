import {
  type Deliverer,
  type DelivererOptions,
  openDeliverer,
} from "../src/features/webhooks/delivery/deliverer.ts";
import { fanOut } from "../src/features/webhooks/delivery/fanOut.ts";
import type { KeptAttempt } from "../src/features/webhooks/store.ts";
import { subscribe } from "../src/features/webhooks/subscribe.ts";
import { systemClock } from "../src/kernel/clock.ts";
import type { EventType, WebhookPayload } from "../src/kernel/events.ts";
import { newId } from "../src/kernel/ids.ts";
import { column, type Database, openDatabase, statement } from "../src/platform/database/index.ts";
import { sealer } from "../src/platform/encryption.ts";
import { writeEvent } from "../src/platform/outbox/writeEvent.ts";
import { type BusinessWithKey, businessWithKey } from "./businessWithKey.ts";
import { freshDatabase } from "./database.ts";
import { settle } from "./settle.ts";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** Businesses whose events are delivered, over a database of their own whose clock goes as fast as a test wants. */
export interface PostOffice {
  readonly database: Database;
  readonly business: BusinessWithKey;
  readonly clock: { aheadMs(): number; pass(ms: number): void };
  readonly deliverer: Deliverer;
  /** What was logged. */
  readonly logged: string[];
  /** Another deliverer on the same database, with a pool of its own, like another process's. */
  another(options?: Partial<DelivererOptions>): Deliverer;
  /** An endpoint that is told of new clients unless `events` says otherwise. */
  subscribe(
    url: string,
    more?: { events?: EventType[]; businessId?: string },
  ): Promise<{ id: string; secret: string }>;
  /** Something happens so many times; answers the ids of the events once their deliveries are in the queues. */
  happen(
    count?: number,
    more?: {
      type?: EventType;
      businessId?: string;
      payload?: WebhookPayload;
      /** Called in the relay's transaction, when the deliveries are written. */
      beforeCommit?: () => Promise<void>;
    },
  ): Promise<string[]>;
  endpoint(id: string): Promise<EndpointRow>;
  /** Everything that is or was on its way to an endpoint, oldest first. */
  deliveries(endpointId: string): Promise<DeliveryRow[]>;
  mails(): Promise<{ purpose: string; recipient: string; subject: string; body_text: string }[]>;
  close(): Promise<void>;
}

const NEW_CLIENTS: EventType[] = ["client.created"];

export async function openPostOffice(options: Partial<DelivererOptions> = {}): Promise<PostOffice> {
  const fresh = await freshDatabase();
  const opened: { close(): Promise<void> }[] = [];
  const newDatabase = () => openDatabase({ connectionString: fresh.connectionString });
  const database = newDatabase();
  const business = await businessWithKey(database);
  const { businessId: ours } = business;
  const seal = sealer("a secret that every test may know");
  const logged: string[] = [];
  let aheadMs = 0;
  const clock = {
    aheadMs: () => aheadMs,
    pass: (ms: number) => {
      aheadMs += ms;
    },
  };
  const delivererOn = (on: Database, more: Partial<DelivererOptions>) => {
    const deliverer = openDeliverer({
      database: on,
      databaseClock: clock,
      clock: systemClock,
      sealer: seal,
      policy: { allowPrivate: true, allowHttp: true },
      log: (message, error) => void logged.push(`${message}: ${error}`),
      runsByItself: false,
      ...options,
      ...more,
    });
    opened.push(deliverer);
    return deliverer;
  };
  return {
    database,
    business,
    clock,
    logged,
    deliverer: delivererOn(database, {}),
    another(more = {}) {
      const on = newDatabase();
      opened.push(on);
      return delivererOn(on, more);
    },
    subscribe: (url, { events = NEW_CLIENTS, businessId = ours } = {}) =>
      database.transaction((tx) =>
        subscribe(tx, seal, { businessId, wish: { url, events }, now: systemClock.now() }),
      ),
    async happen(count = 1, more = {}) {
      const { type = "client.created", businessId = ours, payload = "full" } = more;
      const { beforeCommit = async () => {} } = more;
      const ids = Array.from({ length: count }, newId);
      const rows = await database.transaction(async (tx) => {
        for (const id of ids)
          writeEvent(tx, businessId, payload, {
            type,
            at: systemClock.now() + aheadMs,
            data: { id, name: "Zoë" },
            ids: { id },
          });
        return tx.query(readNewest, [businessId, count]);
      });
      await settle(database, [fanOut(clock), { name: "test", consume: beforeCommit }]);
      return rows.map(({ id }) => id).sort();
    },
    async endpoint(id) {
      const [row] = await database.query(readEndpoint, [id]);
      if (row === undefined) throw new Error("no such endpoint");
      return row;
    },
    deliveries: (endpointId) => database.query(readDeliveries, [endpointId]),
    mails: () => database.query(readMails, []),
    async close() {
      for (const one of opened.reverse()) await one.close();
      await database.close();
      await fresh.drop();
    },
  };
}

const readNewest = statement(
  "test_post_newest",
  { id: column.id },
  `select id
   from events
   where business_id = $1
     and sequence is null
     and written_in = pg_current_xact_id()
   order by id desc
   limit $2`,
);

const readEndpoint = statement(
  "test_post_endpoint",
  {
    status: column.text,
    failing_since: column.nullable(column.instant),
    disabled_at: column.nullable(column.instant),
    last_success_at: column.nullable(column.instant),
    last_failure_at: column.nullable(column.instant),
    last_error: column.nullable(column.text),
    next_due_at: column.nullable(column.instant),
    lease_until: column.nullable(column.instant),
    lease_number: column.integer,
  },
  `select status, failing_since, disabled_at, last_success_at, last_failure_at, last_error, next_due_at, lease_until, lease_number
   from webhook_endpoints
   where id = $1`,
);
export type EndpointRow = NonNullable<(typeof readEndpoint)["row"]>;

const readDeliveries = statement(
  "test_post_deliveries",
  {
    id: column.id,
    kind: column.text,
    event_id: column.nullable(column.id),
    status: column.text,
    due_at: column.nullable(column.instant),
    attempt_count: column.integer,
    attempts: column.json<KeptAttempt[]>(),
  },
  `select id, kind, event_id, status, due_at, attempt_count, attempts
   from webhook_deliveries
   where endpoint_id = $1
   order by created_at, id`,
);
export type DeliveryRow = NonNullable<(typeof readDeliveries)["row"]>;

const readMails = statement(
  "test_post_mails",
  { purpose: column.text, recipient: column.text, subject: column.text, body_text: column.text },
  `select purpose, recipient, subject, body_text
   from emails
   order by purpose`,
);
