import { type FieldProblem, invalid } from "../../../kernel/errors.ts";
import type { Role } from "../../../kernel/scopes.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { addMembership, confirmEmail } from "../accounts/index.ts";
import { checkStaffLink } from "./businessMemberRecord.ts";
import { fingerprintOfInvitation } from "./invitations.ts";
import {
  deleteInvitation,
  findBusinessOfInvitation,
  findEmail,
  findMember,
  lockBusinessMembers,
  lockInvitation,
} from "./store.ts";

/** A user's place in a business, as `GET /me` tells it. */
export interface AcceptedMembership {
  readonly business_id: string;
  readonly business_name: string;
  readonly role: Role;
  readonly staff_id: string | null;
}

/**
 * Lets a user into the business they were invited to, once, and takes it as shown that they read the mail of their
 * address. The invitation is for the address it was sent to: a forwarded link lets nobody else in. Throws 422.
 */
export async function acceptInvitation(
  tx: Transaction,
  userId: string,
  token: string,
  now: number,
): Promise<AcceptedMembership> {
  const fingerprint = fingerprintOfInvitation(token);
  const [found] = await tx.query(findBusinessOfInvitation, [fingerprint]);
  if (found === undefined) throw refused(GONE);
  const { business_id: businessId } = found;
  const [team] = await tx.query(lockBusinessMembers, [businessId]);
  const [invitation] = await tx.query(lockInvitation, [fingerprint, new Date(now)]);
  if (team === undefined || invitation === undefined) throw refused(GONE);
  const [user] = await tx.query(findEmail, [userId]);
  if (user?.email !== invitation.email)
    throw refused("was sent to another e-mail address: sign in with the one it was sent to");
  const { role, staff_id: staffId } = invitation;
  const [member] = await tx.query(findMember, [businessId, userId]);
  if (member !== undefined) throw refused("is for a business that you belong to already");
  await checkStaffLink(tx, businessId, { role, staffId, userId });
  await addMembership(tx, { userId, businessId, role, staffId, now });
  tx.write(deleteInvitation, [businessId, invitation.id]);
  confirmEmail(tx, userId, now);
  return { business_id: businessId, business_name: team.name, role, staff_id: staffId };
}

const GONE = "is not valid any more: ask for another invitation";

function refused(message: string) {
  const problem: FieldProblem = { path: "/token", message };
  return invalid(problem);
}
