import { type Static, Type } from "typebox";
import { input, nullable, record, sent, utc, words } from "../../../platform/http/shapes.ts";

export const TestClock = record("TestClock", "The test clock of a sandbox business", {
  status: words(
    ["ready", "advancing"] as const,
    "`advancing`: reminders, expiries, declined requests and retries of webhooks up to `advancing_to` happen first, in the order in which they are due",
  ),
  now: utc("The time of the sandbox: that of the test clock, or of the installation once that is later"),
  advancing_to: nullable(utc("The instant to which the clock is being advanced; null when it is ready")),
});

/** The request body of `POST /businesses/{b}/test-clock/advance` (connectors.md). */
export const TestClockAdvance = input("TestClockAdvance", "An advance of a test clock", {
  to: sent("The instant to advance to: after the time of the sandbox, by at most two years"),
});

export type TestClockRecord = Static<typeof TestClock>;
export const Sandbox = Type.Boolean({
  description:
    "Whether the business is a sandbox: it has a test clock, and sends webhooks but no e-mails, text messages or online payments",
});
