import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { stripeEvent } from "../fixtures/stripeSignatures.ts";

/** A delivery that an independent library believed. */
export interface Testimony {
  /** Under which name the receiver was subscribed. */
  readonly name: string;
  readonly eventId: string;
  readonly body: string;
  readonly attempt: string;
}

/** A request that was accepted and is not answered yet. */
export interface Held {
  readonly arrived: Promise<Testimony>;
  /** Answers it, if anybody still listens. */
  release(): void;
}

/** A receiver that writes down what arrives. It takes nothing on trust: another library than ours checks signatures. */
export interface Witness {
  /** Where the receiver of this name is told. */
  urlOf(name: string): string;
  /** With which secret that receiver's deliveries are signed. */
  trusts(name: string, secret: string): void;
  /** What was believed, in the order of its arrival. */
  readonly testimonies: readonly Testimony[];
  /** Why something was not believed. */
  readonly refused: readonly string[];
  /** Does not answer the `nth` request from now; those before and after it are answered at once. */
  holdNext(nth?: number): Held;
  close(): void;
}

export async function openWitness(): Promise<Witness> {
  const secrets = new Map<string, string>();
  const testimonies: Testimony[] = [];
  const refused: string[] = [];
  let toHold: { nth: number; arrived(one: Testimony): void; released: Promise<void> } | undefined;

  /** Throws when it does not believe it. */
  function hear(name: string, body: string, headers: NodeJS.Dict<string | string[]>): Testimony {
    const now = Math.floor((performance.timeOrigin + performance.now()) / 1000);
    const secret = secrets.get(name) ?? "";
    const event = stripeEvent(body, String(headers["service-signature"]), secret, now) as { id: string };
    const eventId = String(headers["service-event-id"]);
    if (event.id !== eventId) throw new Error(`its header calls event ${event.id} ${eventId}`);
    return { name, eventId, body, attempt: String(headers["service-attempt"]) };
  }

  const server = createServer(async (request, response) => {
    let body = "";
    // Whoever sends may be killed at any moment.
    response.on("error", () => {});
    try {
      for await (const part of request.setEncoding("utf8")) body += part;
    } catch {
      return;
    }
    const name = (request.url ?? "").slice(1);
    let testimony: Testimony;
    try {
      testimony = hear(name, body, request.headers);
    } catch (error) {
      refused.push(`${name}: ${error}`);
      return void response.writeHead(400).end();
    }
    testimonies.push(testimony);
    const held = toHold;
    if (held !== undefined && --held.nth === 0) {
      toHold = undefined;
      held.arrived(testimony);
      await held.released;
    }
    response.writeHead(204).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (name) => `http://127.0.0.1:${port}/${name}`,
    trusts: (name, secret) => void secrets.set(name, secret),
    testimonies,
    refused,
    holdNext(nth = 1) {
      const arrived = Promise.withResolvers<Testimony>();
      const released = Promise.withResolvers<void>();
      toHold = { nth, arrived: arrived.resolve, released: released.promise };
      return { arrived: arrived.promise, release: released.resolve };
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
