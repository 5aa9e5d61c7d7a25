import type { Row } from "../table.ts";
import { openWebhookFixture } from "./fixture.ts";
import { hangingEndpointRows } from "./hangingEndpoints.ts";
import { latencyRows } from "./latency.ts";
import { slowReceiverRows } from "./slowReceivers.ts";
import { throughputRows } from "./throughput.ts";

/** Measures webhook deliveries with real worker processes and receivers on the same machine. */
export async function webhookRows(): Promise<Row[]> {
  const fixture = await openWebhookFixture();
  try {
    return [
      ...(await latencyRows(fixture)),
      ...(await throughputRows(fixture)),
      ...(await slowReceiverRows(fixture)),
      ...(await hangingEndpointRows(fixture)),
    ];
  } finally {
    await fixture.close();
  }
}
