import { expect, test } from "vitest";
import { runUntilStopped } from "./session.ts";

test("what was opened is closed in reverse order, also behind one that cannot be closed, whose failure is told", async () => {
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
