import { systemClock } from "../kernel/clock.ts";
import { openBlobs } from "../platform/blobs/index.ts";
import { openDatabase } from "../platform/database/index.ts";
import { DEMO_BOUNDS, loadDemo } from "./loadDemo.ts";
import type { DemoInput, DemoMessage } from "./loadInProcess.ts";

// The child process of `loadInProcess`: loads the demo salon and ends.
const send = (message: DemoMessage) => process.send?.(message);

process.once("disconnect", () => process.exit(1));
process.once("message", async ({ connection, config, secret }: DemoInput) => {
  const database = openDatabase({ ...connection, bounds: DEMO_BOUNDS });
  try {
    const log = (line: string) => void send({ daybook: "log", line });
    const demo = await loadDemo({ database, clock: systemClock, log, blobs: openBlobs(config), secret });
    send({ daybook: "loaded", demo });
  } catch (error) {
    send({
      daybook: "failed",
      reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
  await database.close();
  process.removeAllListeners("disconnect");
  process.disconnect?.();
});
