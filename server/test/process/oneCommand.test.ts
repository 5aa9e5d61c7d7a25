import { describe } from "vitest";
import { isFullRun } from "../fullRun.ts";
import { startOneCommand } from "./twoServers.ts";

// Runs the tests for two servers on one database against two processes of one command. In `npm test`, twoProcesses.test.ts starts
// two servers and revocations.test.ts two processes of one command.
startOneCommand();
describe.runIf(isFullRun)("two processes of one command", async () => {
  await import("./twoProcesses.test.ts");
});
describe.runIf(isFullRun)("two processes of one command, while keys are revoked", async () => {
  await import("./revocations.test.ts");
});
