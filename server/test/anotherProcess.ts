import { buildApp } from "../src/app.ts";
import { openDatabase } from "../src/platform/database/index.ts";
import type { OpenSalon } from "./openSalon.ts";
import { callerOf } from "./salon.ts";

/** The API as another process serves it: connections and a memory of its own, on the same database. */
export async function anotherProcess(open: OpenSalon) {
  const database = openDatabase({ connectionString: open.connectionString });
  const app = await buildApp({ database, clock: open.clock, checkAnswers: true });
  return {
    callerFor: (salon: OpenSalon["salon"]) => callerOf(app, salon),
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}
