import { createHmac } from "node:crypto";
import { text } from "node:stream/consumers";
import { Agent } from "undici";

/** The input of the bare loop. The loop sends every body to every URL. */
export interface BareLoad {
  readonly urls: readonly string[];
  readonly bodies: readonly { readonly id: string; readonly type: string; readonly body: string }[];
  readonly secret: string;
  readonly connections: number;
}

/**
 * The reference for webhook deliveries, a separate process: signs and sends requests, without a database, ordering
 * or stored results. `connections` limits the concurrent requests. Writes the elapsed milliseconds to stdout.
 */
const load = JSON.parse(await text(process.stdin)) as BareLoad;
const agent = new Agent({ pipelining: 1, keepAliveTimeout: 60_000 });
const requests = load.bodies.flatMap((body) => load.urls.map((url) => ({ url, ...body })));
let next = 0;

const began = performance.now();
await Promise.all(Array.from({ length: load.connections }, sendDeliveries));
process.stdout.write(JSON.stringify({ millis: performance.now() - began }));
await agent.close();

async function sendDeliveries(): Promise<void> {
  while (next < requests.length) {
    const { url, id, type, body } = requests[next++] as (typeof requests)[number];
    const seconds = Math.floor((performance.timeOrigin + performance.now()) / 1000);
    const code = createHmac("sha256", load.secret).update(`${seconds}.${body}`).digest("hex");
    const { origin, pathname } = new URL(url);
    const response = await agent.request({
      origin,
      path: pathname,
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "User-Agent": "Daybook-Webhooks",
        "Service-Signature": `t=${seconds},v1=${code}`,
        "Service-Event-Id": id,
        "Service-Event-Type": type,
        "Service-Attempt": "1",
      },
      body,
    });
    await response.body.dump();
    if (response.statusCode !== 204) throw new Error(`the sink responded with ${response.statusCode}`);
  }
}
