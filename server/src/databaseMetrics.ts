import { Counter, Gauge } from "prom-client";
import { column, type Database, statement } from "./platform/database/index.ts";
import type { EmailOutcome } from "./platform/email/index.ts";
import type { Metrics } from "./platform/metrics/index.ts";
import { relayLag } from "./platform/outbox/relay.ts";

/**
 * Selects the age of the oldest due delivery, in milliseconds, of healthy and of failing endpoints. PostgreSQL reads each value
 * from the first entry of an index.
 */
const readDueDeliveries = statement({
  name: "metrics_due_deliveries",
  columns: { healthy_ms: column.integer, failing_ms: column.integer },
  sql: `select
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
});

const countEndpoints = statement({
  name: "metrics_count_endpoints",
  columns: { healthy: column.integer, failing: column.integer, disabled: column.integer },
  sql: `select
          count(*) filter (where status = 'enabled' and failing_since is null) as healthy,
          count(*) filter (where status = 'enabled' and failing_since is not null) as failing,
          count(*) filter (where status = 'disabled') as disabled
        from webhook_endpoints`,
});

const countEmails = statement({
  name: "metrics_count_emails",
  columns: {
    channel: column.oneOf("email", "sms"),
    status: column.oneOf("pending", "sending", "failed", "unknown"),
    count: column.integer,
  },
  sql: `select channel, status, count(*) as count
        from emails
        where status <> 'sent'
        group by channel, status`,
});

const readDueEmails = statement({
  name: "metrics_due_emails",
  columns: { email_ms: column.integer, sms_ms: column.integer },
  sql: `select
          coalesce(greatest(0, extract(epoch from clock_timestamp() - (
            select min(due_at)
            from emails
            where due_at is not null and channel = 'email'
          )) * 1000), 0)::bigint as email_ms,
          coalesce(greatest(0, extract(epoch from clock_timestamp() - (
            select min(due_at)
            from emails
            where due_at is not null and channel = 'sms'
          )) * 1000), 0)::bigint as sms_ms`,
});

/** Adds metrics of the pending work of all processes. They are read from the database when `/metrics` is requested. */
export function measureDatabase(metrics: Metrics, database: Database): void {
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers: [metrics.registry] });
  const waiting = gauge(
    "daybook_events_waiting_seconds",
    "Age of the oldest event without a sequence number",
  );
  const horizon = gauge(
    "daybook_events_horizon_seconds",
    "Age of the oldest open transaction that has written: lists with updated_since show newer changes only after it has ended",
  );
  const due = gauge("daybook_webhook_due_seconds", "Time since the oldest due delivery became due", "state");
  const endpoints = gauge("daybook_webhook_endpoints", "Webhook endpoints by state", "state");
  const emails = gauge("daybook_emails", "E-mails that have not been sent, by status", "status");
  const dueEmails = gauge("daybook_emails_due_seconds", "Time since the oldest due e-mail became due");
  const texts = gauge("daybook_texts", "Text messages that have not been sent, by status", "status");
  const dueTexts = gauge("daybook_texts_due_seconds", "Time since the oldest due text message became due");

  metrics.readOnDemand(async () => {
    const lag = await relayLag(database);
    waiting.set((lag.oldestEventMs ?? 0) / 1_000);
    horizon.set((lag.oldestWriteMs ?? 0) / 1_000);
  });
  metrics.readOnDemand(async () => {
    const [age] = await database.query(readDueDeliveries, {});
    due.set({ state: "healthy" }, (age?.healthy_ms ?? 0) / 1_000);
    due.set({ state: "failing" }, (age?.failing_ms ?? 0) / 1_000);
    const [count] = await database.query(countEndpoints, {});
    for (const state of ["healthy", "failing", "disabled"] as const)
      endpoints.set({ state }, count?.[state] ?? 0);
  });
  metrics.readOnDemand(async () => {
    const counts = new Map(
      (await database.query(countEmails, {})).map(({ channel, status, count }) => [
        `${channel} ${status}`,
        count,
      ]),
    );
    for (const status of ["pending", "sending", "failed", "unknown"] as const) {
      emails.set({ status }, counts.get(`email ${status}`) ?? 0);
      texts.set({ status }, counts.get(`sms ${status}`) ?? 0);
    }
    const [age] = await database.query(readDueEmails, {});
    dueEmails.set((age?.email_ms ?? 0) / 1_000);
    dueTexts.set((age?.sms_ms ?? 0) / 1_000);
  });
}

export interface AttemptCounters {
  delivery(outcome: "succeeded" | "failed"): void;
  email(outcome: EmailOutcome): void;
  text(outcome: EmailOutcome): void;
}

/**
 * Adds counters of this process's attempts to deliver webhooks and to send e-mails and text messages. Returns the functions
 * that increment the counters.
 */
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
  const texts = new Counter({
    name: "daybook_text_attempts_total",
    help: "Attempts to send a text message of the queue, by outcome",
    labelNames: ["outcome"],
    registers: [registry],
  });
  // The counters start at zero, so that Prometheus sees the first failure as an increase and not as a new series.
  for (const outcome of ["succeeded", "failed"]) deliveries.inc({ outcome }, 0);
  for (const outcome of ["sent", "retry", "failed", "unknown"]) {
    emails.inc({ outcome }, 0);
    texts.inc({ outcome }, 0);
  }
  return {
    delivery: (outcome) => deliveries.inc({ outcome }),
    email: (outcome) => emails.inc({ outcome }),
    text: (outcome) => texts.inc({ outcome }),
  };
}
