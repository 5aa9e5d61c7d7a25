import { systemClock } from "../kernel/clock.ts";
import { openBlobs } from "../platform/blobs/index.ts";
import { openDatabase } from "../platform/database/index.ts";
import { DEMO_BOUNDS, loadDemo } from "./loadDemo.ts";
import type { DemoInput, DemoMessage } from "./loadInProcess.ts";

// The child process of `loadInProcess`: loads the demo salon and exits.
const send = (message: DemoMessage) => process.send?.(message);

async function load({ connection, config, secret }: DemoInput): Promise<void> {
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
  process.off("disconnect", exit);
  process.disconnect?.();
}

/** Ends this process when the server has ended. PostgreSQL then rolls the load back. */
const exit = () => process.exit(1);

// Tests import every module that may declare a statement, and their process must not load a demo when it receives a message.
if (import.meta.main) {
  process.once("disconnect", exit);
  process.once("message", load);
}
