import type { Row } from "../table.ts";
import { crowdRows } from "./crowd.ts";
import { latencyRows } from "./latency.ts";
import { openWebhookPlace } from "./place.ts";
import { throughputRows } from "./throughput.ts";

/** Everything about deliveries: real worker processes, receivers on this machine. */
export async function webhookRows(): Promise<Row[]> {
  const place = await openWebhookPlace();
  try {
    return [...(await latencyRows(place)), ...(await throughputRows(place)), ...(await crowdRows(place))];
  } finally {
    await place.close();
  }
}
