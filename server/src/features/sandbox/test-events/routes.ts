import type { Context } from "../../../platform/context.ts";
import { type Route, route, scoped } from "../../../platform/http/route.ts";
import { TestEvent, TestEventInput } from "./schema.ts";
import { trigger } from "./trigger.ts";

/** Creates the route that makes events happen in a sandbox. */
export function testEventRoutes(context: Context): Route[] {
  return [
    route({
      method: "POST",
      path: "/businesses/:business/test-events",
      access: scoped("appointments:write", ["owner", "manager"]),
      operationId: "triggerTestEvent",
      tag: "Sandboxes",
      summary: "Trigger an event in a sandbox",
      description:
        "Creates and changes records so that an event of this type happens, and before it the events of the records that it needs, such as `client.created`. A sandbox without a service that can be booked first gets a location, a staff member and a service. 404 for a business that is not a sandbox.",
      body: TestEventInput,
      data: TestEvent,
      status: 201,
      run: ({ businessId, body: { type }, storeResponse }) =>
        trigger(context, businessId, type, (tx, record_id) =>
          storeResponse(tx, { data: { type, record_id } }),
        ),
    }),
  ];
}
