import { setTimeout as pause } from "node:timers/promises";
import { median } from "../alternately.ts";
import type { Row } from "../table.ts";
import {
  addBusinesses,
  addEndpoints,
  deleteEndpoints,
  publishEvents,
  type WebhookFixture,
} from "./fixture.ts";

const BUSINESSES = 100;
/** The number of endpoints of each business. In total there are 10,000 endpoints, of which 500 hang. */
const HEALTHY = 95;
const HANGING = 5;
const ROUNDS = 3;
const MAX_RATIO = 1.5;

/**
 * Publishes one event in each of 100 businesses, which have 10,000 endpoints. 500 endpoints accept the request and never respond.
 * Measures the time from the commit of the events until every healthy endpoint has received its delivery, with and without the
 * hanging endpoints, in alternating rounds with the real worker. Before each round, the benchmark marks the hanging endpoints
 * as healthy, which is the worst case.
 */
export async function hangingEndpointRows(fixture: WebhookFixture): Promise<Row[]> {
  const businesses = await addBusinesses(fixture.client, BUSINESSES);
  await addEndpoints(fixture, businesses, HEALTHY, {
    path: "/well",
    events: ["client.created", "client.updated"],
    secondOctet: 1,
  });
  await addEndpoints(fixture, businesses, HANGING, {
    path: "/hang",
    events: ["client.updated"],
    secondOctet: 2,
  });
  const worker = await fixture.serve("worker");
  const secondsUntilDelivered = async (type: "client.created" | "client.updated") => {
    const arrived = fixture.sink.arrived(BUSINESSES * HEALTHY);
    const committedAt = await publishEvents(fixture, businesses, type);
    return ((await arrived).lastAt - committedAt) / 1000;
  };
  try {
    await secondsUntilDelivered("client.created");
    const withHanging: number[] = [];
    const without: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      withHanging.push(await secondsUntilDelivered("client.updated"));
      await resetFailures(fixture);
      without.push(await secondsUntilDelivered("client.created"));
    }
    const ratio = median(withHanging) / median(without);
    return [
      {
        name: "10,000 endpoints, 500 hanging: deliveries to the healthy ones",
        result: `${median(withHanging).toFixed(1)} s`,
        reference: `none hanging ${median(without).toFixed(1)} s`,
        ratio,
        target: `≤ ${MAX_RATIO.toFixed(2)}`,
        isMet: ratio <= MAX_RATIO,
      },
    ];
  } finally {
    await worker.stop();
    await deleteEndpoints(fixture);
  }
}

/** Waits until the worker has attempted every delivery, then clears the failures and their retries. */
async function resetFailures({ client }: WebhookFixture): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from webhook_deliveries where due_at is not null and attempt_count = 0",
    );
    if (rows[0]?.count === 0) break;
    await pause(200);
  }
  await client.query(
    "update webhook_deliveries set due_at = null, status = 'failed' where status = 'pending'",
  );
  await client.query(
    "update webhook_endpoints set failing_since = null, last_failure_at = null, next_due_at = null where failing_since is not null",
  );
}
