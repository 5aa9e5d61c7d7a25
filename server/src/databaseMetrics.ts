import { Counter, Gauge } from "prom-client";
import { column, type Database, statement } from "./platform/database/index.ts";
import type { EmailOutcome } from "./platform/email/index.ts";
import type { Metrics } from "./platform/metrics/index.ts";
import { relayLag } from "./platform/outbox/relay.ts";

/**
 * For how long the delivery that has been due for longest has been, among the healthy endpoints and among the failing
 * ones: the end of an index each, however much waits.
 */
const readDueDeliveries = statement(
  "gauges_due_deliveries",
  { healthy_ms: column.integer, failing_ms: column.integer },
  `select
     coalesce(greatest(0, extract(epoch from clock_timestamp() - (
       select min(next_due_at)
       from webhook_endpoints
       where next_due_at is not null and failing_since is null
     )) * 1000), 0)::bigint as healthy_ms,
     coalesce(greatest(0, extract(epoch from clock_timestamp() - (
       select min(next_due_at)
       from webhook_endpoints
       where next_due_at is not null and failing_since is not null
     )) * 1000), 0)::bigint as failing_ms`,
);

const countEndpoints = statement(
  "gauges_count_endpoints",
  { healthy: column.integer, failing: column.integer, disabled: column.integer },
  `select
     count(*) filter (where status = 'enabled' and failing_since is null) as healthy,
     count(*) filter (where status = 'enabled' and failing_since is not null) as failing,
     count(*) filter (where status = 'disabled') as disabled
   from webhook_endpoints`,
);

const countLetters = statement(
  "gauges_count_emails",
  { status: column.oneOf("pending", "sending", "failed", "unknown"), count: column.integer },
  `select status, count(*) as count
   from emails
   where status <> 'sent'
   group by status`,
);

const readDueLetters = statement(
  "gauges_due_emails",
  { age_ms: column.integer },
  `select coalesce(greatest(0, extract(epoch from clock_timestamp() - min(due_at)) * 1000), 0)::bigint as age_ms
   from emails
   where due_at is not null`,
);

/** What waits in the database, for all processes: read when the page is asked for. */
export function measureDatabase(metrics: Metrics, database: Database): void {
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers: [metrics.registry] });
  const waiting = gauge(
    "daybook_events_waiting_seconds",
    "Age of the oldest event without a sequence number",
  );
  const horizon = gauge(
    "daybook_events_horizon_seconds",
    "For how long the oldest transaction that has written is open: no event newer than it gets its number",
  );
  const due = gauge(
    "daybook_webhook_due_seconds",
    "For how long the delivery that is due for longest has been",
    "state",
  );
  const endpoints = gauge("daybook_webhook_endpoints", "Subscriptions by state", "state");
  const emails = gauge("daybook_emails", "Letters in the queue that have not been sent, by status", "status");
  const dueLetter = gauge(
    "daybook_emails_due_seconds",
    "For how long the e-mail that is due for longest has been",
  );

  metrics.readOnDemand(async () => {
    const lag = await relayLag(database);
    waiting.set((lag.oldestEventMs ?? 0) / 1_000);
    horizon.set((lag.oldestWriteMs ?? 0) / 1_000);
  });
  metrics.readOnDemand(async () => {
    const [age] = await database.query(readDueDeliveries, []);
    due.set({ state: "healthy" }, (age?.healthy_ms ?? 0) / 1_000);
    due.set({ state: "failing" }, (age?.failing_ms ?? 0) / 1_000);
    const [count] = await database.query(countEndpoints, []);
    for (const state of ["healthy", "failing", "disabled"] as const)
      endpoints.set({ state }, count?.[state] ?? 0);
  });
  metrics.readOnDemand(async () => {
    const counts = new Map(
      (await database.query(countLetters, [])).map(({ status, count }) => [status, count]),
    );
    for (const status of ["pending", "sending", "failed", "unknown"] as const)
      emails.set({ status }, counts.get(status) ?? 0);
    const [age] = await database.query(readDueLetters, []);
    dueLetter.set((age?.age_ms ?? 0) / 1_000);
  });
}

/** What a worker tells of its attempts. */
export interface AttemptCounters {
  delivery(outcome: "succeeded" | "failed"): void;
  email(outcome: EmailOutcome): void;
}

/** What this process has tried, and how it went. */
export function countAttempts({ registry }: Metrics): AttemptCounters {
  const deliveries = new Counter({
    name: "daybook_webhook_attempts_total",
    help: "Attempts to deliver, by outcome",
    labelNames: ["outcome"],
    registers: [registry],
  });
  const emails = new Counter({
    name: "daybook_email_attempts_total",
    help: "Attempts to send an e-mail, by outcome",
    labelNames: ["outcome"],
    registers: [registry],
  });
  // There from the start, so that a first failure is an increase and not a figure that appears.
  for (const outcome of ["succeeded", "failed"]) deliveries.inc({ outcome }, 0);
  for (const outcome of ["sent", "retry", "failed", "unknown"]) emails.inc({ outcome }, 0);
  return {
    delivery: (outcome) => deliveries.inc({ outcome }),
    email: (outcome) => emails.inc({ outcome }),
  };
}
