import { utcText } from "@daybook/engine";
import { notFound } from "../../../kernel/errors.ts";
import type { Context } from "../../../platform/context.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { type Route, route } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { MAX_LISTED_SESSIONS, UserSessions } from "./schema.ts";
import { endOtherSessions, endSession, listSessionsOfUser } from "./store.ts";

const tag = "Account";
const SESSIONS = "/me/sessions";

/** Returns the routes of the caller's own sessions. Signing in and out are operations of better-auth (signInRoutes.ts). */
export function sessionRoutes({ database, clock }: Context): Route[] {
  const listOf = async (reader: Reader, userId: string, currentId: string) => {
    const rows = await reader.query(listSessionsOfUser, {
      userId,
      now: clock.now(),
      limit: MAX_LISTED_SESSIONS,
    });
    return {
      items: rows.map((row) => ({
        id: row.id,
        is_current: row.id === currentId,
        ip_address: row.ip_address || null,
        user_agent: row.user_agent || null,
        created_at: utcText(row.created_at),
        used_at: utcText(row.updated_at),
      })),
    };
  };
  return [
    route({
      method: "GET",
      path: SESSIONS,
      access: { kind: "session" },
      operationId: "listSessions",
      tag,
      summary: "List the sessions of the signed-in user",
      description: "A session expires 30 days after its last use.",
      data: UserSessions,
      run: async ({ caller }) => ({ data: await listOf(database, caller.userId, caller.sessionId) }),
    }),
    route({
      method: "DELETE",
      path: SESSIONS,
      access: { kind: "session" },
      operationId: "revokeOtherSessions",
      tag,
      summary: "Revoke all other sessions of the signed-in user",
      description: "Keeps the session of this request. Later requests with a revoked session return 401.",
      data: UserSessions,
      run: async ({ caller }) => {
        const { userId, sessionId } = caller;
        return database.transaction(async (tx) => {
          tx.write(endOtherSessions, { userId, sessionId });
          return { data: await listOf(tx, userId, sessionId) };
        });
      },
    }),
    route({
      method: "DELETE",
      path: `${SESSIONS}/:session`,
      access: { kind: "session" },
      operationId: "revokeSession",
      tag,
      summary: "Revoke a session of the signed-in user",
      description: "Later requests with this session return 401.",
      data: Deleted,
      run: async ({ caller, params }) => {
        const [ended] = await database.transaction((tx) =>
          tx.query(endSession, { userId: caller.userId, sessionId: params.session }),
        );
        if (ended === undefined) throw notFound();
        return { data: { id: ended.id, deleted: true as const } };
      },
    }),
  ];
}
