import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { median } from "../alternately.ts";
import { perSecond, type Row } from "../table.ts";
import type { BareLoad } from "./bareLoop.ts";
import { addBusinesses, addEndpoints, clearAway, happen, SECRET, type WebhookPlace } from "./place.ts";

const BUSINESSES = 2;
const PER_BUSINESS = 100;
const EVENTS = 50;
const ROUNDS = 3;
/** As many requests at once as the worker makes (`LANES` of the deliverer). */
const CONNECTIONS = 96;
const LEAST = 0.25;

const script = fileURLToPath(new URL("bareLoop.ts", import.meta.url));

/**
 * Deliveries a second of one worker to receivers on this machine, from the commit of their events to the last arrival,
 * against a loop that signs and sends the same bodies to the same receivers.
 */
export async function throughputRows(place: WebhookPlace): Promise<Row[]> {
  const businesses = await addBusinesses(place.client, BUSINESSES);
  const urls = await addEndpoints(place, businesses, PER_BUSINESS, {
    path: "/well",
    events: ["client.created"],
    net: 3,
  });
  const deliveries = urls.length * EVENTS;
  const worker = await place.serve("worker");
  const deliver = async () => {
    const arrived = place.sink.arrived(deliveries);
    const committedAt = await happen(place, businesses, "client.created", EVENTS);
    return (deliveries * 1000) / ((await arrived).lastAt - committedAt);
  };
  try {
    await deliver();
    const bodies = await lastBodies(place, businesses[0] ?? "");
    const rates: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      rates[0].push(await deliver());
      const arrived = place.sink.arrived(deliveries);
      rates[1].push(
        (deliveries * 1000) / (await sendBare({ urls, bodies, secret: SECRET, connections: CONNECTIONS })),
      );
      await arrived;
    }
    const [ours, bare] = [median(rates[0]), median(rates[1])];
    return [
      {
        work: "deliveries of one worker to 200 endpoints",
        ours: perSecond(ours),
        reference: `bare undici ${perSecond(bare)}`,
        ratio: ours / bare,
        bar: `≥ ${LEAST.toFixed(2)}`,
        isMet: ours / bare >= LEAST,
      },
    ];
  } finally {
    await worker.stop();
    await clearAway(place);
  }
}

async function lastBodies({ client }: WebhookPlace, businessId: string): Promise<BareLoad["bodies"]> {
  const { rows } = await client.query<BareLoad["bodies"][number]>(
    "select id, type, body_full as body from events where business_id = $1 order by sequence desc limit $2",
    [businessId, EVENTS],
  );
  return rows;
}

/** How many milliseconds it took. */
async function sendBare(load: BareLoad): Promise<number> {
  const running = promisify(execFile)(process.execPath, [script]);
  running.child.stdin?.end(JSON.stringify(load));
  const { stdout } = await running;
  return (JSON.parse(stdout) as { millis: number }).millis;
}
