import { MINUTE } from "@daybook/engine";
import { disableEndpoint, fanOut, openDeliverer, subscribe } from "../features/webhooks/index.ts";
import { systemClock } from "../kernel/clock.ts";
import { createEncryption } from "../platform/encryption.ts";
import { createCursorSeal } from "../platform/http/cursorSeal.ts";
import type { OutboundHttp } from "../platform/outbound-http/index.ts";
import { openRelay } from "../platform/outbox/relay.ts";
import type { Demo } from "./demo.ts";
import type { Action } from "./runActions.ts";

/** The webhook endpoint; the name of its host is reserved (RFC 2606). */
const ENDPOINT = {
  url: "https://books.demo-salon.example/daybook",
  events: ["payment.refunded" as const, "appointment.canceled" as const, "appointment.no_show" as const],
};
/**
 * The days of the delivery rounds, relative to today. The first round creates the endpoint, which receives only later events.
 */
const DAYS = [-3, -2, -1, 0];
const TIMES = ["00:00", "03:00", "06:00", "09:00", "12:00", "15:00", "18:00", "21:00"];
/** The time between the numbering of events and their delivery. */
const DELIVERY_DELAY_MS = MINUTE / 2;
/** The statuses with which the receiver responds to the attempts for its first events. It accepts all other events. */
const RESPONSES = [[200], [503, 200], [503, 503, 503, 503, 503, 503], [500, 500, 200]];

/**
 * Returns `rounds`, actions that number the events and deliver them at different times of the demo, so that the endpoint has a
 * delivery log, and `disable`, which disables the endpoint after the last round. The receiver is a function in this process, so
 * no request leaves the process.
 */
export function createWebhooks({ tx, database, businessId, secret, now, at }: Demo) {
  let roundAt = now;
  const databaseClock = { aheadMs: () => roundAt - systemClock.now() };
  const log = (_message: string, error: unknown) => {
    throw error;
  };
  const encryption = createEncryption(secret);
  const options = { database, databaseClock, clock: systemClock, log, runsByItself: false };
  const sending = { encryption, cursors: createCursorSeal(secret), outbound: openReceiver() };
  const deliver = async (time: number) => {
    roundAt = time;
    const relay = openRelay({ ...options, consumers: [fanOut(databaseClock)] });
    while ((await relay.round()) > 0);
    await relay.close();
    // On a busy machine a statement begins late, and the deliveries are due at the time at which the relay's statements began.
    roundAt = time + DELIVERY_DELAY_MS;
    const deliverer = openDeliverer({ ...options, ...sending });
    await deliverer.drain().finally(deliverer.close);
  };
  let endpointId: string | undefined;
  const run = async (time: number) => {
    await deliver(time);
    endpointId ??= (await subscribe(tx, encryption, { businessId, input: ENDPOINT, now: time })).id;
  };
  const rounds = DAYS.flatMap((day) => TIMES.map((time): Action => ({ at: at(day, time), run })));
  const disable = async () => {
    await deliver(now - MINUTE);
    await disableEndpoint(tx, databaseClock, { businessId, endpointId: endpointId ?? "", now });
  };
  return { rounds, disable };
}

/** Returns an HTTP client that sends nothing and returns the responses in `RESPONSES`. */
function openReceiver(): OutboundHttp {
  const events = new Map<string, readonly number[]>();
  return {
    async post({ headers }) {
      const event = headers["Service-Event-Id"] ?? "";
      const statuses = events.get(event) ?? RESPONSES[events.size] ?? [];
      events.set(event, statuses);
      const status = statuses[Number(headers["Service-Attempt"]) - 1] ?? 200;
      const error = status === 200 ? {} : { error: `responded with ${status}` };
      return { status, ...error, durationMs: 180, connection: "made", body: "" };
    },
    canConnect: async () => true,
    close: async () => {},
  };
}
