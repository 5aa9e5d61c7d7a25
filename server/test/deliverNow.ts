import { type Deliverer, openDeliverer } from "../src/features/webhooks/delivery/deliverer.ts";
import { fanOut } from "../src/features/webhooks/delivery/fanOut.ts";
import type { Clock } from "../src/kernel/clock.ts";
import type { OpenSalon } from "./openSalon.ts";
import { settle } from "./settle.ts";

/** What deliveries are sent with. */
type PostRoom = Pick<OpenSalon, "database" | "databaseClock" | "sealer"> & { readonly clock: Clock };

/** Sends everything that is due by now, the events just written included, as a worker would. */
export async function deliverNow(open: PostRoom): Promise<void> {
  await settle(open.database, [fanOut(open.databaseClock)]);
  const deliverer = delivererOf(open);
  await deliverer.drain();
  await deliverer.close();
}

/** A deliverer that sends to this machine too, and only when it is asked to. */
export function delivererOf(
  { database, databaseClock, clock, sealer }: PostRoom,
  log: (message: string, error: unknown) => void = (_message, error) => {
    throw error;
  },
): Deliverer {
  const policy = { allowPrivate: true, allowHttp: true };
  return openDeliverer({ database, databaseClock, clock, sealer, policy, log, runsByItself: false });
}
