import type { Context } from "../../../platform/context.ts";
import { type Route, route, scoped } from "../../../platform/http/route.ts";
import { TestEvent, TestEventInput } from "./schema.ts";
import { trigger } from "./trigger.ts";

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
        "Creates and changes records to publish an event of this type. Events of records that are created first, such as `client.created`, are published too. If the sandbox has no bookable service, creates a location, a staff member and a service. Returns 404 for a business that is not a sandbox.",
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
