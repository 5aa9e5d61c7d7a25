import type { AddressInfo } from "node:net";
import { connect, type Daybook } from "@daybook/sdk";
import { buildApp } from "../../server/src/app.ts";
import { systemClock } from "../../server/src/kernel/clock.ts";
import { openDatabase } from "../../server/src/platform/database/index.ts";
import { type CheckoutApp, checkoutApp } from "../../server/test/fixtures/checkoutApp.ts";
import { deliverNow } from "../../server/test/fixtures/deliverNow.ts";
import { openReceiver, type Receiver } from "../../server/test/fixtures/receiver.ts";
import {
  TEST_SECRET,
  type TestApp,
  type TestAppOptions,
  testApp,
} from "../../server/test/fixtures/testApp.ts";

/**
 * A salon on a server that connectors reach over HTTP, and an SDK client. Tests compare the results of the connectors with those of the SDK
 * client.
 */
export interface ConnectorApp extends CheckoutApp {
  /** The server's address, such as `http://127.0.0.1:40123`. */
  readonly address: string;
  readonly sdk: Daybook;
  readonly path: { readonly business: string };
  /** Receives webhook deliveries in place of the platform. */
  readonly platform: Receiver;
  /** Sends all due deliveries. Returns the bodies that the platform has received since the last call. */
  received(): Promise<Record<string, unknown>[]>;
}

export async function connectorApp(options: TestAppOptions = {}): Promise<ConnectorApp> {
  const open = await checkoutApp(options);
  if (options.beside === undefined) await open.app.listen({ host: "127.0.0.1", port: 0 });
  const address = `http://127.0.0.1:${(open.app.server.address() as AddressInfo).port}`;
  const platform = await openReceiver();
  let read = 0;
  return {
    ...open,
    address,
    platform,
    path: { business: open.salon.businessId },
    sdk: connect({ address, key: open.salon.key, retries: 0 }),
    received: async () => {
      await deliverNow(open);
      const bodies = platform.requests.slice(read).map(({ body }) => JSON.parse(body));
      read = platform.requests.length;
      return bodies;
    },
    close: async () => {
      platform.close();
      await open.close();
    },
  };
}

/** Starts a separate server with the given rate limit. */
export async function limitedServer(requestsPerMinute: number): Promise<TestApp & { address: string }> {
  const open = await testApp({ server: { rateLimitPerMinute: requestsPerMinute } });
  await open.app.listen({ host: "127.0.0.1", port: 0 });
  return { ...open, address: `http://127.0.0.1:${(open.app.server.address() as AddressInfo).port}` };
}

/** Starts a server that cannot reach its database, because no process listens on the database's port. */
export async function serverWithoutDatabase(): Promise<{ address: string; close(): Promise<void> }> {
  const database = openDatabase({ connectionString: "postgresql://nobody@127.0.0.1:1/nothing" });
  const app = await buildApp({ database, clock: systemClock, secret: TEST_SECRET });
  await app.listen({ host: "127.0.0.1", port: 0 });
  return {
    address: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

/** Causes each of the eleven events at least once. The appointments are on 8 March. */
export async function causeEveryEvent(open: ConnectorApp): Promise<void> {
  const { salon, sdk, path } = open;
  const client = await sdk.clients.create({ path, body: { first_name: "Mia", last_name: "Kern" } });
  await sdk.clients.update({ path: { ...path, client: client.id }, body: { alert: "Nuts" } });
  const book = async (startsAt: string) => {
    const items = [{ service_id: salon.cut, staff_id: salon.ben }];
    const body = { location_id: salon.locationId, client_id: client.id, starts_at: startsAt, items };
    return { ...path, appointment: (await sdk.appointments.book({ path, body })).id };
  };
  const became = (
    at: Awaited<ReturnType<typeof book>>,
    to: "arrived" | "completed" | "no_show" | "cancelled",
  ) => sdk.appointments.transition({ path: at, body: { to } });
  const kept = await book("2027-03-08T09:00:00+01:00");
  await sdk.appointments.updateNote({ path: kept, body: { internal_note: "Likes tea" } });
  await became(kept, "arrived");
  await became(kept, "completed");
  await became(await book("2027-03-08T11:00:00+01:00"), "no_show");
  await became(await book("2027-03-08T13:00:00+01:00"), "cancelled");
  const sold = await open.sell({ appointment_id: kept.appointment, payments: [open.cash(4500)] });
  // The ids in the events of a sale depend on whether the sale has an appointment, so this function creates both kinds of sale.
  const lines = [{ kind: "product", description: "Comb", unit_price: { amount: 900, currency: "EUR" } }];
  await open.sell({ client_id: client.id, lines, payments: [open.cash(900)] });
  const refunded = await open.refund(sold.body.data.payment_ids[0], 4500);
  if (refunded.status !== 201) throw new Error(`The refund answered ${JSON.stringify(refunded.body)}.`);
}
