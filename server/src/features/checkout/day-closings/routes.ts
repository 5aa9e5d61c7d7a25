import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { closeDay } from "./closeDay.ts";
import { listDayClosings } from "./closings.ts";
import { expectedClosing } from "./expected.ts";
import {
  DayClosing,
  DayClosingInput,
  DayClosingPage,
  DayClosingsQuery,
  ExpectedClosing,
  ExpectedClosingQuery,
} from "./schema.ts";

const tag = "Sales";
const COLLECTION = "/businesses/:business/day-closings";
const access = appOnly("owner", "manager", "reception");

export function dayClosingRoutes({ database, clock }: Context): Route[] {
  return [
    route({
      method: "GET",
      path: COLLECTION,
      access,
      operationId: "listDayClosings",
      tag,
      summary: "List day closings",
      description: "Newest first.",
      query: DayClosingsQuery,
      data: DayClosingPage,
      run: async ({ businessId, query }) => ({ data: await listDayClosings(database, businessId, query) }),
    }),
    route({
      method: "GET",
      path: `${COLLECTION}/expected`,
      access,
      operationId: "getExpectedDayClosing",
      tag,
      summary: "Get the expected amounts of the upcoming day closing",
      description: "Returns the sums of the payments and refunds at the location since its last closing.",
      query: ExpectedClosingQuery,
      data: ExpectedClosing,
      run: async ({ businessId, query }) => ({
        data: await expectedClosing(database, businessId, query.location_id),
      }),
    }),
    route({
      method: "POST",
      path: COLLECTION,
      access,
      operationId: "createDayClosing",
      tag,
      summary: "Create a day closing",
      description:
        "Covers the payments and refunds at the location since the previous closing. Each payment and refund belongs to one closing. A closing cannot be changed.",
      body: DayClosingInput,
      data: DayClosing,
      status: 201,
      run: ({ businessId, caller, body, storeResponse }) =>
        database.transaction(async (tx) => {
          const closing = { input: body, userId: caller.userId, now: clock.now() };
          return storeResponse(tx, { data: await closeDay(tx, businessId, closing) });
        }),
    }),
  ];
}
