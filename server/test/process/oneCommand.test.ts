import { describe } from "vitest";
import { isFullRun } from "../fullRun.ts";
import { startOneCommand } from "./twoServers.ts";

// Runs the tests for two servers on one database against two processes of one command. severalProcesses.test.ts revokes keys at two
// processes of one command.
startOneCommand();
describe.runIf(isFullRun)("two processes of one command", async () => {
  await import("./twoProcesses.test.ts");
});
