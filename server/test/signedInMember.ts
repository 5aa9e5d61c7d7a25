import { addMembership } from "../src/features/access/accounts/index.ts";
import type { Role } from "../src/kernel/scopes.ts";
import type { OpenSalon } from "./openSalon.ts";
import { type HttpAnswer, signedUp } from "./signedIn.ts";

/** Calls below the salon's business, as somebody who is signed in. */
export type MemberCall = (
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<HttpAnswer>;

/** Somebody new who has this role in the salon; a staff login is Anna's. */
export async function signedInMember(
  { app, database, clock, salon }: OpenSalon,
  role: Role,
): Promise<MemberCall> {
  const browser = await signedUp(app);
  const { businessId, anna } = salon;
  const staffId = role === "staff" ? anna : null;
  const membership = { userId: browser.userId, businessId, role, staffId, now: clock.now() };
  await database.transaction((tx) => addMembership(tx, membership));
  return (method, path, body, headers) =>
    browser.call(method, `/businesses/${businessId}${path}`, body, headers);
}

/** The status of an answer, with the paths of the fields that it refuses. */
export function fieldsIn(answer: HttpAnswer): unknown[] {
  const fields: { path: string }[] = answer.body.details?.fields ?? [];
  return [answer.status, ...fields.map(({ path }) => path)];
}
