import { watchChanges } from "@daybook/sdk";
import type { Salon } from "../fixtures/salon.ts";

/** Concurrent requests like those of a busy salon's clients. The requests continue until `stop` is called. */
export interface Load {
  /** The ids of the appointments that the server confirmed with status 201. */
  readonly booked: readonly string[];
  /** Unexpected responses and broken connections. */
  readonly failures: readonly string[];
  readonly counts: { readonly reads: number; readonly conflicts: number };
  /** For each change stream, the ids of the appointments that it has reported as created, in order. */
  readonly streams: readonly (readonly string[])[];
  /** The number of times that a stream could not continue without a gap. */
  readonly resets: number;
  /** Stops the requests; the streams continue until `close`. */
  stop(): Promise<void>;
  close(): void;
}

const BOOKERS = 6;
const READERS = 4;
const STREAMS = 3;

/**
 * Starts change streams, then bookings and reads. Two clients request each slot at the same time, and exactly one client may get the
 * slot. No request is repeated, so every failure counts.
 */
export async function startLoad(
  address: string,
  salon: Salon,
  session: Record<string, string>,
): Promise<Load> {
  const base = `${address}/api/v1/businesses/${salon.businessId}`;
  const headers = { authorization: `Bearer ${salon.key}`, "content-type": "application/json" };
  const booked: string[] = [];
  const failures: string[] = [];
  const counts = { reads: 0, conflicts: 0 };
  let isOver = false;

  /** Sends a request and returns its status and data; status 0 if the connection broke. */
  async function send(method: string, path: string, body?: object) {
    try {
      const answer = await fetch(`${base}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      const isExpected = answer.ok || (method === "POST" && answer.status === 409);
      if (!isExpected) failures.push(`${method} ${path}: ${answer.status} ${text.slice(0, 120)}`);
      return { status: answer.status, id: answer.ok ? (JSON.parse(text).data.id as string) : "" };
    } catch (error) {
      const { cause } = error as Error;
      failures.push(`${method} ${path}: ${String(error)}, ${String(cause)}`);
      return { status: 0, id: "" };
    }
  }

  async function bookInPairs(pair: number): Promise<void> {
    for (let turn = 0; !isOver; turn++) {
      const starts_at = new Date(Date.UTC(2027, 2, 1 + (turn % 600), 8 + pair)).toISOString();
      const staff_id = turn < 600 ? salon.anna : salon.ben;
      const wanted = {
        location_id: salon.locationId,
        client_id: salon.clientId,
        starts_at,
        items: [{ service_id: salon.cut, staff_id }],
      };
      const both = await Promise.all([
        send("POST", "/appointments", wanted),
        send("POST", "/appointments", wanted),
      ]);
      const winners = both.filter(({ status }) => status === 201);
      booked.push(...winners.map(({ id }) => id));
      counts.conflicts += both.filter(({ status }) => status === 409).length;
      if (winners.length > 1) failures.push(`${starts_at} was booked ${winners.length} times`);
    }
  }

  async function read(): Promise<void> {
    for (; !isOver; counts.reads++) {
      const latest = booked.at(-1);
      await send("GET", latest === undefined ? "/services" : `/appointments/${latest}`);
    }
  }

  const streams: string[][] = Array.from({ length: STREAMS }, () => []);
  let resets = 0;
  let connected = 0;
  const areConnected = Promise.withResolvers<void>();
  const closings = streams.map((created) =>
    watchChanges({
      address,
      business: salon.businessId,
      headers: session,
      onChange: ({ table, kind, id }) => {
        if (table === "appointments" && kind === "created") created.push(id);
      },
      onReset: () => {
        resets++;
      },
      onConnection: (isConnected) => {
        if (isConnected && ++connected === STREAMS) areConnected.resolve();
      },
    }),
  );
  await areConnected.promise;
  const requests = [
    ...Array.from({ length: BOOKERS / 2 }, (_, pair) => bookInPairs(pair)),
    ...Array.from({ length: READERS }, read),
  ];
  return {
    booked,
    failures,
    counts,
    streams,
    get resets() {
      return resets;
    },
    async stop() {
      isOver = true;
      await Promise.all(requests);
    },
    close() {
      for (const close of closings) close();
    },
  };
}
