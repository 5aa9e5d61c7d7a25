import { instantOf } from "../../../kernel/instants.ts";
import type { Context } from "../../../platform/context.ts";
import { type Route, route, scoped } from "../../../platform/http/route.ts";
import { TestClock, TestClockAdvance } from "./schema.ts";
import { advanceTestClock, readTestClock } from "./testClock.ts";

const tag = "Sandboxes";

/** Creates the routes for the test clock of a sandbox business. */
export function sandboxRoutes({ database, clock }: Context): Route[] {
  return [
    route({
      method: "GET",
      path: "/businesses/:business/test-clock",
      access: scoped("any"),
      operationId: "getTestClock",
      tag,
      summary: "Get the test clock of a sandbox",
      description: "Returns 404 for a business that is not a sandbox.",
      data: TestClock,
      run: async ({ businessId }) => ({ data: await readTestClock(database, businessId, clock.now()) }),
    }),
    route({
      method: "POST",
      path: "/businesses/:business/test-clock/advance",
      access: scoped("appointments:write", ["owner", "manager"]),
      operationId: "advanceTestClock",
      tag,
      summary: "Advance the test clock of a sandbox",
      description:
        "Returns immediately with the status `advancing`. Then runs everything that is due until `to` in chronological order: reminders, expiries of holds, offers, waitlist entries and entitlements, automatic declines of requests at their start, erasures and webhook retries. Poll the clock until its status is `ready`. Between advances, the sandbox time does not change until the real time is later. Returns 404 for a business that is not a sandbox.",
      body: TestClockAdvance,
      data: TestClock,
      run: ({ businessId, body, write }) =>
        write(database, (tx) => advanceTestClock(tx, businessId, instantOf(body.to), clock.now())),
    }),
  ];
}
