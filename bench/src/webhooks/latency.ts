import { setTimeout as pause } from "node:timers/promises";
import { systemClock } from "../../../server/src/kernel/clock.ts";
import { median } from "../alternately.ts";
import type { Served } from "../http/processes.ts";
import { makeBenchSalon } from "../http/salon.ts";
import type { Row } from "../table.ts";
import { addEndpoints, clearAway, type WebhookPlace } from "./place.ts";

const TRIES = 20;
/** Longer than anything here takes to find that there is nothing to do, and not a whole number of its turns. */
const REST_MS = 1_337;

/**
 * How long after the answer to a change its delivery arrives, when nothing else happens: with the worker beside the
 * server in one process, which hears of it at once, and apart from it, which looks every second.
 */
export async function latencyRows(place: WebhookPlace): Promise<Row[]> {
  const salon = await makeBenchSalon(place.database, Math.floor(systemClock.now() / 1000));
  await addEndpoints(place, [salon.businessId], 1, { path: "/well", events: ["client.created"], net: 4 });
  const rows: Row[] = [];
  for (const [work, atMost, commands] of [
    ["first delivery when idle, one process", 50, ["start"]],
    ["first delivery when idle, worker apart", 1_000, ["web", "worker"]],
  ] as const) {
    const served: Served[] = [];
    for (const command of commands) served.push(await place.serve(command));
    try {
      const [server] = served;
      const millis: number[] = [];
      // The salon's own first client is told of before all.
      if (commands.length === 1) await place.sink.arrived(1);
      for (let nth = 0; nth < TRIES; nth++) {
        await pause(REST_MS);
        const arrived = place.sink.arrived(1);
        const answeredAt = await newClient(server?.port ?? 0, salon);
        millis.push((await arrived).lastAt - answeredAt);
      }
      const ours = median(millis);
      rows.push({
        work,
        ours: `${ours.toFixed(1)} ms (${Math.min(...millis).toFixed(1)}–${Math.max(...millis).toFixed(1)})`,
        reference: "",
        bar: `≤ ${atMost} ms`,
        isMet: ours <= atMost,
      });
    } finally {
      for (const one of served.reverse()) await one.stop();
    }
  }
  await clearAway(place);
  return rows;
}

/** When it was answered, in milliseconds since the epoch. */
async function newClient(port: number, salon: { businessId: string; key: string }): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/businesses/${salon.businessId}/clients`, {
    method: "POST",
    headers: { authorization: `Bearer ${salon.key}`, "content-type": "application/json" },
    body: JSON.stringify({ first_name: "Ada" }),
  });
  if (answer.status !== 201) throw new Error(`A new client was answered ${answer.status}.`);
  const at = performance.timeOrigin + performance.now();
  await answer.arrayBuffer();
  return at;
}
