import { column, table } from "../platform/database/index.ts";

export const ENDPOINT_SOURCES = ["manual", "zapier", "make"] as const;
export const ENDPOINT_STATUSES = ["enabled", "disabled"] as const;
export const DELIVERY_KINDS = ["event", "redelivery", "test"] as const;
export const DELIVERY_STATUSES = ["pending", "succeeded", "failed"] as const;
/**
 * The causes of a failure. `undecided`: the attempt could not connect, so either the receiver or the installation may be at
 * fault.
 */
export const FAILURE_CAUSES = ["receiver", "undecided", "outage"] as const;

/** A replaced secret. It signs deliveries together with the new secret for 24 hours after the replacement. */
export interface EarlierSecret {
  readonly encrypted: string;
  /** The time until which the secret signs, as an RFC 3339 date-time in UTC. */
  readonly until: string;
}

export const webhookEndpoints = table("webhook_endpoints", "webhooks", {
  business_id: column.id,
  id: column.id,
  url: column.text,
  events: column.texts,
  source: column.oneOf(...ENDPOINT_SOURCES),
  status: column.oneOf(...ENDPOINT_STATUSES),
  secret_encrypted: column.text,
  failing_since: column.nullable(column.instant),
  disabled_at: column.nullable(column.instant),
  last_success_at: column.nullable(column.instant),
  last_failure_at: column.nullable(column.instant),
  last_error: column.nullable(column.text),
  next_due_at: column.nullable(column.instant),
  lease_until: column.nullable(column.instant),
  lease_number: column.integer,
  created_at: column.instant,
  updated_at: column.instant,
  concurrency_limit: column.integer,
  last_connected_at: column.nullable(column.instant),
  last_failure_cause: column.nullable(column.oneOf(...FAILURE_CAUSES)),
  earlier_secrets: column.json<EarlierSecret[]>(),
  secret_rotated_at: column.nullable(column.instant),
});

/** An attempt in the log of a delivery. */
export interface StoredAttempt {
  readonly number: number;
  /** The start of the attempt, as an RFC 3339 date-time in UTC. */
  readonly started_at: string;
  readonly duration_ms: number;
  readonly response_status?: number | null;
  readonly error?: string | null;
  /** The form of the body that was sent. Absent for a test, and for attempts that were stored before this field existed. */
  readonly form?: "full" | "ids";
}

export const webhookDeliveries = table("webhook_deliveries", "webhooks", {
  business_id: column.id,
  id: column.id,
  endpoint_id: column.id,
  kind: column.oneOf(...DELIVERY_KINDS),
  event_id: column.nullable(column.id),
  event_type: column.text,
  status: column.oneOf(...DELIVERY_STATUSES),
  due_at: column.nullable(column.instant),
  attempt_count: column.integer,
  attempts: column.json<StoredAttempt[]>(),
  created_at: column.instant,
  updated_at: column.instant,
  response_bodies: column.nullable(column.json<Record<string, string>>()),
});

export const deliveryOutages = table("delivery_outages", "webhooks", {
  id: column.id,
  started_at: column.instant,
  ended_at: column.instant,
  is_open: column.flag,
});
