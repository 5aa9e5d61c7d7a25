import { setTimeout as pause } from "node:timers/promises";
import { median } from "../alternately.ts";
import type { Row } from "../table.ts";
import { addBusinesses, addEndpoints, clearAway, happen, type WebhookPlace } from "./place.ts";

const BUSINESSES = 100;
/** Of each business: 10,000 endpoints in all, of which 500 hang. */
const HEALTHY = 95;
const HANGING = 5;
const ROUNDS = 3;
const MOST = 1.5;

/**
 * An event for each of 10,000 endpoints, of which 500 accept a request and never answer: how long it takes until every
 * healthy one has got its delivery, from the commit of the events on, against the same without those that hang. By
 * turns, over the real worker; those that hang are each time taken for healthy at first, which is when they do most harm.
 */
export async function crowdRows(place: WebhookPlace): Promise<Row[]> {
  const businesses = await addBusinesses(place.client, BUSINESSES);
  await addEndpoints(place, businesses, HEALTHY, {
    path: "/well",
    events: ["client.created", "client.updated"],
    net: 1,
  });
  await addEndpoints(place, businesses, HANGING, { path: "/hang", events: ["client.updated"], net: 2 });
  const worker = await place.serve("worker");
  const healthyServed = async (type: "client.created" | "client.updated") => {
    const arrived = place.sink.arrived(BUSINESSES * HEALTHY);
    const committedAt = await happen(place, businesses, type);
    return ((await arrived).lastAt - committedAt) / 1000;
  };
  try {
    await healthyServed("client.created");
    const seconds: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      seconds[0].push(await healthyServed("client.updated"));
      await forgetFailures(place);
      seconds[1].push(await healthyServed("client.created"));
    }
    const [ours, alone] = [median(seconds[0]), median(seconds[1])];
    return [
      {
        work: "10,000 endpoints, 500 hanging: all healthy ones served",
        ours: `${ours.toFixed(1)} s`,
        reference: `none hanging ${alone.toFixed(1)} s`,
        ratio: ours / alone,
        bar: `≤ ${MOST.toFixed(2)}`,
        isMet: ours / alone <= MOST,
      },
    ];
  } finally {
    await worker.stop();
    await clearAway(place);
  }
}

/** Waits until every delivery was tried, and then takes it that nothing has failed yet. */
async function forgetFailures({ client }: WebhookPlace): Promise<void> {
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
