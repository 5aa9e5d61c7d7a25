import { createHmac } from "node:crypto";
import { text } from "node:stream/consumers";
import { Agent } from "undici";

/** What the bare loop sends: each of the bodies to each of the addresses. */
export interface BareLoad {
  readonly urls: readonly string[];
  readonly bodies: readonly { readonly id: string; readonly type: string; readonly body: string }[];
  readonly secret: string;
  readonly connections: number;
}

/**
 * Signing and sending, and nothing else: no database, no order, no result that is kept. The reference for deliveries,
 * in a process of its own. As many requests at once as told; writes how many milliseconds it took.
 */
const load = JSON.parse(await text(process.stdin)) as BareLoad;
const agent = new Agent({ pipelining: 1, keepAliveTimeout: 60_000 });
const parcels = load.bodies.flatMap((body) => load.urls.map((url) => ({ url, ...body })));
let next = 0;

const began = performance.now();
await Promise.all(Array.from({ length: load.connections }, keepSending));
process.stdout.write(JSON.stringify({ millis: performance.now() - began }));
await agent.close();

async function keepSending(): Promise<void> {
  while (next < parcels.length) {
    const { url, id, type, body } = parcels[next++] as (typeof parcels)[number];
    const seconds = Math.floor((performance.timeOrigin + performance.now()) / 1000);
    const code = createHmac("sha256", load.secret).update(`${seconds}.${body}`).digest("hex");
    const { origin, pathname } = new URL(url);
    const answer = await agent.request({
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
    await answer.body.dump();
    if (answer.statusCode !== 204) throw new Error(`The sink answered ${answer.statusCode}.`);
  }
}
