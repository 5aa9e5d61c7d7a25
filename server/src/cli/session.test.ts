import { afterEach, expect, test } from "vitest";
import { runUntilStopped } from "./session.ts";

// A session unreferences the channel to the parent process. A test worker without another open handle would then exit.
afterEach(() => process.channel?.ref());

test("closings run in reverse order, and a failing one neither stops the others nor hides its error", async () => {
  const closed: string[] = [];
  const running = runUntilStopped(
    async ({ beforeEnd }) => {
      beforeEnd(async () => void closed.push("database"));
      beforeEnd(async () => {
        throw new Error("The mailer does not close.");
      });
      beforeEnd(async () => void closed.push("server"));
    },
    () => {},
  );
  await expect(running).rejects.toThrow("The mailer does not close.");
  expect(closed).toEqual(["server", "database"]);
});
