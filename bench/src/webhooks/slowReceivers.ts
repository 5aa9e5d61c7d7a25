import { fanOut, openDeliverer } from "../../../server/src/features/webhooks/index.ts";
import { systemClock, trueDatabaseClock } from "../../../server/src/kernel/clock.ts";
import { createEncryption } from "../../../server/src/platform/encryption.ts";
import { createCursorSeal } from "../../../server/src/platform/http/cursorSeal.ts";
import { openOutboundHttp } from "../../../server/src/platform/outbound-http/index.ts";
import { openRelay } from "../../../server/src/platform/outbox/relay.ts";
import { median } from "../alternately.ts";
import type { Row } from "../table.ts";
import {
  addBusinesses,
  addEndpoints,
  deleteEndpoints,
  INSTALLATION,
  publishEvents,
  type WebhookFixture,
} from "./fixture.ts";

const DELAYS_MS = [200, 500];
/** The approximate duration of a measurement, which determines the number of deliveries. */
const MEASURED_MS = 6_000;
const ROUNDS = 3;
const CONCURRENCY = 10;
const MIN_RATIO = 10;

/**
 * Measures the deliveries per second to one endpoint that responds slowly, with up to ten deliveries in flight. The
 * reference is the same deliverer with one delivery at a time, in alternating rounds. The rate is ten times as high
 * only if the deliverer starts the next delivery as soon as one ends. A new endpoint starts with a concurrency limit of
 * 1, so some deliveries succeed before the measurement begins.
 */
export async function slowReceiverRows(fixture: WebhookFixture): Promise<Row[]> {
  const rows: Row[] = [];
  for (const delayMs of DELAYS_MS) {
    const results: number[] = [];
    const references: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      results.push(await deliveriesPerSecond(fixture, delayMs, CONCURRENCY));
      references.push(await deliveriesPerSecond(fixture, delayMs, 1));
    }
    const result = median(results);
    const reference = median(references);
    const ratio = result / reference;
    rows.push({
      name: `deliveries to one endpoint that answers after ${delayMs} ms`,
      result: `${result.toFixed(1)}/s`,
      reference: `one at a time ${reference.toFixed(2)}/s`,
      ratio,
      target: `≥ ${MIN_RATIO.toFixed(2)}`,
      isMet: ratio >= MIN_RATIO,
    });
  }
  return rows;
}

async function deliveriesPerSecond(
  fixture: WebhookFixture,
  delayMs: number,
  maxConcurrency: number,
): Promise<number> {
  const { database, client, sink } = fixture;
  const businesses = await addBusinesses(client, 1);
  await addEndpoints(fixture, businesses, 1, {
    path: `/after/${delayMs}`,
    events: ["client.created"],
    secondOctet: 5,
  });
  const log = (message: string, error: unknown) => console.error(message, error);
  const deliverer = openDeliverer({
    database,
    databaseClock: trueDatabaseClock,
    clock: systemClock,
    encryption: createEncryption(INSTALLATION),
    cursors: createCursorSeal(INSTALLATION),
    outbound: openOutboundHttp({ policy: { allowPrivate: true, allowHttp: true } }),
    log,
    maxConcurrency,
  });
  const relay = openRelay({ database, consumers: [fanOut(trueDatabaseClock)], log });
  const deliver = async (count: number) => {
    const arrived = sink.arrived(count);
    await publishEvents(fixture, businesses, "client.created", count);
    return arrived;
  };
  try {
    await deliver(maxConcurrency === 1 ? 2 : 3 * CONCURRENCY);
    await deliverer.drain();
    const count = maxConcurrency * Math.ceil(MEASURED_MS / delayMs);
    // The worker sends the first `maxConcurrency` deliveries immediately. The measurement begins when they have
    // arrived.
    const begun = sink.arrived(maxConcurrency);
    await publishEvents(fixture, businesses, "client.created", count);
    const { lastAt: beganAt } = await begun;
    const { lastAt: endedAt } = await sink.arrived(count - maxConcurrency);
    return ((count - maxConcurrency) * 1000) / (endedAt - beganAt);
  } finally {
    await relay.close();
    await deliverer.close();
    await deleteEndpoints(fixture);
  }
}
