import { addMembership } from "../../../server/src/features/access/accounts/index.ts";
import { newId } from "../../../server/src/kernel/ids.ts";
import type { Database } from "../../../server/src/platform/database/index.ts";
import type { Served } from "./processes.ts";

/** Signs up a user as an owner of the business. Returns the request headers of the session. */
export async function openOwnerSession(
  server: Served,
  database: Database,
  businessId: string,
): Promise<{ readonly cookie: string }> {
  const origin = `http://127.0.0.1:${server.port}`;
  const response = await fetch(`${origin}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify({
      name: "Bench Owner",
      email: `${newId()}@example.com`,
      password: "correct horse battery",
    }),
  });
  const { user } = (await response.json()) as { user?: { id: string } };
  if (user === undefined) throw new Error(`the sign-up responded with ${response.status}`);
  const membership = { userId: user.id, businessId, role: "owner", staffId: null, now: Date.now() } as const;
  await database.transaction((tx) => addMembership(tx, membership));
  return { cookie: String(response.headers.getSetCookie()[0]?.split(";")[0]) };
}
