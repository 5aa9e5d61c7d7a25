import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { publishedBodies } from "../../../server/src/platform/outbox/table.ts";
import { median } from "../alternately.ts";
import { perSecond, type Row } from "../table.ts";
import type { BareLoad } from "./bareLoop.ts";
import {
  addBusinesses,
  addEndpoints,
  deleteEndpoints,
  publishEvents,
  SECRET,
  type WebhookFixture,
} from "./fixture.ts";

const BUSINESSES = 2;
const PER_BUSINESS = 100;
const EVENTS = 50;
const ROUNDS = 3;
/** The worker's limit of concurrent requests to healthy endpoints that respond promptly (see `deliverer.ts`). */
const CONNECTIONS = 96;
const MIN_RATIO = 0.25;

const script = fileURLToPath(new URL("bareLoop.ts", import.meta.url));

/**
 * Measures the deliveries per second of one worker, from the commit of the events to the last arrival. The reference is
 * a loop that signs and sends the same bodies to the same receivers.
 */
export async function throughputRows(fixture: WebhookFixture): Promise<Row[]> {
  const businesses = await addBusinesses(fixture.client, BUSINESSES);
  const urls = await addEndpoints(fixture, businesses, PER_BUSINESS, {
    path: "/well",
    events: ["client.created"],
    secondOctet: 3,
  });
  const deliveries = urls.length * EVENTS;
  const worker = await fixture.serve("worker");
  const deliver = async () => {
    const arrived = fixture.sink.arrived(deliveries);
    const committedAt = await publishEvents(fixture, businesses, "client.created", EVENTS);
    return (deliveries * 1000) / ((await arrived).lastAt - committedAt);
  };
  try {
    await deliver();
    const bodies = await lastBodies(fixture, businesses[0] ?? "");
    const workerRates: number[] = [];
    const bareRates: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      workerRates.push(await deliver());
      const arrived = fixture.sink.arrived(deliveries);
      bareRates.push(
        (deliveries * 1000) / (await sendBare({ urls, bodies, secret: SECRET, connections: CONNECTIONS })),
      );
      await arrived;
    }
    const ratio = median(workerRates) / median(bareRates);
    return [
      {
        name: "deliveries of one worker to 200 endpoints",
        result: perSecond(median(workerRates)),
        reference: `bare undici ${perSecond(median(bareRates))}`,
        ratio,
        target: `≥ ${MIN_RATIO.toFixed(2)}`,
        isMet: ratio >= MIN_RATIO,
      },
    ];
  } finally {
    await worker.stop();
    await deleteEndpoints(fixture);
  }
}

async function lastBodies({ client }: WebhookFixture, businessId: string): Promise<BareLoad["bodies"]> {
  const { rows } = await client.query<BareLoad["bodies"][number]>(
    `select id, type, body_full as body from events join ${publishedBodies} as bodies using (business_id, id) where business_id = $1 order by sequence desc limit $2`,
    [businessId, EVENTS],
  );
  return rows;
}

/** Runs the bare loop. Returns its elapsed milliseconds. */
async function sendBare(load: BareLoad): Promise<number> {
  const running = promisify(execFile)(process.execPath, [script]);
  running.child.stdin?.end(JSON.stringify(load));
  const { stdout } = await running;
  return (JSON.parse(stdout) as { millis: number }).millis;
}
