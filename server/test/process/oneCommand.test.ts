import { describe } from "vitest";
import { startOneCommand } from "./twoServers.ts";

// Runs the tests for two servers on one database against two processes of one command.
startOneCommand();
describe("two processes of one command", async () => {
  await import("./twoProcesses.test.ts");
});
describe("two processes of one command, while keys are revoked", async () => {
  await import("./revocations.test.ts");
});
