import { utcOrNull, utcText } from "@daybook/engine";
import { Type } from "typebox";
import { ownOnly } from "../../../kernel/caller.ts";
import type { Context } from "../../../platform/context.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { Id, page, pageQuery, query, record, utc, words } from "../../../platform/http/shapes.ts";
import { assertClient } from "../clients/index.ts";
import { listMessages } from "./store.ts";

const KINDS = [
  "requested",
  "booked",
  "moved",
  "cancelled",
  "declined",
  "reminder",
  "forms",
  "receipt",
  "other",
] as const;
type Kind = (typeof KINDS)[number];

const ClientMessage = record("ClientMessage", "An e-mail or text message to a client, without its content", {
  id: Id,
  channel: words(["email", "sms"] as const, "How it was sent"),
  kind: words(KINDS, "What it is about"),
  status: words(
    ["pending", "sending", "sent", "failed", "unknown", "simulated"] as const,
    "`unknown`: the mail server or provider may have accepted it or not; it is not sent again. `simulated`: a sandbox sends nothing",
  ),
  subject: Type.String({ description: "Subject as it was sent; empty for a text message" }),
  at: utc("When it was sent; before that when it was written"),
});

/**
 * Returns the route that lists the messages to a client: kind, time, status and subject. The response contains no bodies, because a body
 * may contain links or codes.
 */
export function messageRoutes({ database }: Context): Route[] {
  return [
    route({
      method: "GET",
      path: "/businesses/:business/clients/:client/messages",
      access: appOnly("owner", "manager", "reception", "staff"),
      operationId: "listClientMessages",
      tag: "Clients",
      summary: "List the messages to a client",
      description: "Newest first. Messages are kept for 30 days.",
      query: query(pageQuery()),
      data: page("ClientMessagePage", ClientMessage),
      run: async ({ businessId, caller, params, query: { limit = PAGE_SIZE, cursor } }) => {
        const clientId = params.client;
        await assertClient(database, businessId, clientId, ownOnly(caller, businessId));
        const listing = { list: "client messages", businessId, clientId };
        const [afterAt, afterId] = keyOfCursor(listing, cursor, ["instant", "id"]) ?? [null, null];
        const rows = await database.query(listMessages, {
          businessId,
          clientId,
          afterAt,
          afterId,
          limit: limit + 1,
        });
        return {
          data: pageOf(
            listing,
            rows,
            limit,
            (row) => [row.created_at, row.id],
            (row) => ({
              id: row.id,
              channel: row.channel,
              kind: kindOf(row.purpose),
              status: row.status,
              subject: row.subject,
              at: utcOrNull(row.sent_at) ?? utcText(row.created_at),
            }),
          ),
        };
      },
    }),
  ];
}

/**
 * Returns the kind that a purpose names at its start: `booked` for `appointment-booked:…` and `appointments-booked:…`,
 * `receipt` for `receipt:…`, and `other` for an unknown kind.
 */
function kindOf(purpose: string): Kind {
  const [, kind] = /^(?:appointments?-)?([a-z]+):/.exec(purpose) ?? [];
  return KINDS.find((known) => known === kind) ?? "other";
}
