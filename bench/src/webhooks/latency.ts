import { setTimeout as pause } from "node:timers/promises";
import { systemClock } from "../../../server/src/kernel/clock.ts";
import { median } from "../alternately.ts";
import type { Served } from "../http/processes.ts";
import { makeBenchSalon } from "../http/salon.ts";
import type { Row } from "../table.ts";
import { addEndpoints, deleteEndpoints, type WebhookFixture } from "./fixture.ts";

const CHANGES = 20;
/** Longer than every polling interval of the worker, and not a multiple of any interval. */
const IDLE_MS = 1_337;

/**
 * Measures the time from the response to a change until its event is delivered, on an idle system: with the worker in the
 * server's process, where each commit wakes the worker, and with the worker in a separate process, which polls every second.
 */
export async function latencyRows(fixture: WebhookFixture): Promise<Row[]> {
  const salon = await makeBenchSalon(fixture.database, Math.floor(systemClock.now() / 1000));
  await addEndpoints(fixture, [salon.businessId], 1, {
    path: "/well",
    events: ["client.created"],
    secondOctet: 4,
  });
  const rows: Row[] = [];
  for (const [name, maxMillis, commands] of [
    ["first delivery when idle, one process", 50, ["start"]],
    ["first delivery when idle, separate worker", 1_000, ["web", "worker"]],
  ] as const) {
    const served: Served[] = [];
    for (const command of commands) served.push(await fixture.serve(command));
    try {
      const [server] = served;
      const millis: number[] = [];
      // Creating the salon's first client published an event. The worker of the first iteration delivers that event first.
      if (commands.length === 1) await fixture.sink.arrived(1);
      for (let nth = 0; nth < CHANGES; nth++) {
        await pause(IDLE_MS);
        const arrived = fixture.sink.arrived(1);
        const respondedAt = await createClient(server?.port ?? 0, salon);
        millis.push((await arrived).lastAt - respondedAt);
      }
      const result = median(millis);
      rows.push({
        name,
        result: `${result.toFixed(1)} ms (${Math.min(...millis).toFixed(1)}–${Math.max(...millis).toFixed(1)})`,
        reference: "",
        target: `≤ ${maxMillis} ms`,
        isMet: result <= maxMillis,
      });
    } finally {
      for (const one of served.reverse()) await one.stop();
    }
  }
  await deleteEndpoints(fixture);
  return rows;
}

/** Creates a client. Returns the time of the response, in milliseconds since the epoch. */
async function createClient(port: number, salon: { businessId: string; key: string }): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/businesses/${salon.businessId}/clients`, {
    method: "POST",
    headers: { authorization: `Bearer ${salon.key}`, "content-type": "application/json" },
    body: JSON.stringify({ first_name: "Ada" }),
  });
  if (response.status !== 201) throw new Error(`creating a client responded with ${response.status}`);
  const at = performance.timeOrigin + performance.now();
  await response.arrayBuffer();
  return at;
}
