import type { Readable } from "node:stream";
import { ApiError } from "../../../kernel/errors.ts";
import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { audienceOf } from "./audience.ts";
import { type ChangesHub, openHub } from "./hub.ts";
import { KEPT_MS } from "./jobs.ts";
import { ChangeNotice, ChangesQuery } from "./schema.ts";

/** Creates the route that streams changes (decision 46) to the app. */
export function changeRoutes(context: Context, hub: ChangesHub = idleHub(context)): Route[] {
  return [
    route({
      method: "GET",
      path: "/businesses/:business/changes",
      access: appOnly("owner", "manager", "reception", "staff"),
      operationId: "streamChanges",
      summary: "Stream record changes",
      description:
        "Returns server-sent events. `change` has a ChangeNotice as data and is sent for every change to a record that the caller may read. The stream starts with `ready`, or with `reset` if the server no longer stores all missed changes: read all records again. Each change has an `id`. Reconnecting within an hour with this `id` as `Last-Event-ID` continues the stream without gaps or repeats. A comment every 15 seconds keeps the connection open. The stream ends when the session ends or the role changes: connect again.",
      tag: "Events",
      query: ChangesQuery,
      data: ChangeNotice,
      fileMediaTypes: ["text/event-stream"],
      run: async ({ businessId, caller, query, sent, reauthenticate }) => {
        const audience = caller.kind === "session" ? audienceOf(caller, businessId) : null;
        if (audience === null)
          throw new ApiError(
            "forbidden_role",
            "This operation requires an app session. API keys are not accepted.",
          );
        const after = positionOf(sent.header("last-event-id") ?? query.after);
        const events: Readable = await hub.open({
          businessId,
          audience,
          after,
          // A position is a time of the database's clock in microseconds, or slightly later.
          isExpired: after !== null && after / 1_000 < Date.now() - KEPT_MS + CLOCK_TOLERANCE_MS,
          look: async () => {
            try {
              const now = await reauthenticate();
              return now.kind === "session" ? audienceOf(now, businessId) : null;
            } catch (error) {
              if (error instanceof ApiError && error.status === 401) return null;
              throw error;
            }
          },
        });
        return { events };
      },
    }),
  ];
}

/** The maximum difference between the clocks of server and database, in milliseconds. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Parses a position. Returns null if the position is absent or malformed. */
function positionOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,16}$/.test(text) ? Number(text) : null;
}

/** Creates a hub that opens no stream, for generating the API description. */
function idleHub({ database }: Context): ChangesHub {
  return openHub({ database, log: () => undefined });
}
