import { beforeAll, describe } from "vitest";
import { systemClock } from "../../src/kernel/clock.ts";
import { type TestDatabase, testDatabase } from "../fixtures/database.ts";
import { createSalon, type Salon } from "../fixtures/salon.ts";
import { isFullRun } from "../fullRun.ts";
import { testRevocations } from "./revocations.ts";
import { startTwoServers, type TwoServers } from "./twoServers.ts";

// `npm test` revokes keys at two processes of one command only (severalProcesses.test.ts).
describe.runIf(isFullRun)("two servers on one database", () => {
  let database: TestDatabase;
  let two: TwoServers;
  let salon: Salon;
  beforeAll(async () => {
    database = await testDatabase();
    two = await startTwoServers(database.connectionString, { DAYBOOK_RATE_LIMIT_PER_MINUTE: "0" });
    salon = await createSalon(database, systemClock);
  }, 240_000);

  testRevocations(() => ({ addresses: two.addresses, database, salon }));
});
