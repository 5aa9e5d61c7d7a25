import { ApiError, type FieldProblem, invalid } from "../../../kernel/errors.ts";
import type { Role } from "../../../kernel/scopes.ts";
import { hashOfToken } from "../../../kernel/tokens.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { lockBusiness } from "../../business/businesses/index.ts";
import { addMembership, confirmEmail, lockMemberships } from "../accounts/index.ts";
import { checkStaffLink } from "./businessMemberRecord.ts";
import {
  deleteInvitation,
  findBusinessOfInvitation,
  findEmail,
  findMember,
  lockInvitation,
} from "./store.ts";

/** The new membership, in the format of `GET /me`. */
export interface AcceptedMembership {
  readonly business_id: string;
  readonly business_name: string;
  readonly sandbox: boolean;
  readonly role: Role;
  readonly staff_id: string | null;
}

/**
 * Makes an invited user a business member, and marks the user's address as verified. Deletes the invitation, so that it can be
 * used only once. Throws `validation_failed` if the invitation is invalid or expired, if it was sent to another address, if the
 * user is already a business member, or if the user cannot be linked to the staff member of the invitation.
 */
export async function acceptInvitation(
  tx: Transaction,
  userId: string,
  token: string,
  now: number,
): Promise<AcceptedMembership> {
  const token_sha256 = hashOfToken(token);
  const [found] = await tx.query(findBusinessOfInvitation, { token_sha256 });
  if (found === undefined) throw refused(INVALID);
  const { business_id: businessId, sandbox } = found;
  const business = await lockBusiness(tx, businessId);
  await lockMemberships(tx, businessId);
  const [invitation] = await tx.query(lockInvitation, { token_sha256, now });
  if (business === undefined || invitation === undefined) throw refused(INVALID);
  const [user] = await tx.query(findEmail, { userId });
  if (user?.email !== invitation.email)
    throw refused("was sent to another e-mail address: sign in with that address");
  const { role, staff_id: staffId } = invitation;
  const [member] = await tx.query(findMember, { businessId, userId });
  if (member !== undefined) throw refused("is an invitation to a business of which you are already a member");
  await checkInvitedStaff(tx, businessId, { role, staffId, userId });
  await addMembership(tx, { userId, businessId, role, staffId, now });
  tx.write(deleteInvitation, { businessId, id: invitation.id });
  confirmEmail(tx, userId, now);
  return { business_id: businessId, business_name: business.name, sandbox, role, staff_id: staffId };
}

/** Throws `validation_failed` at `/token`, because the request does not contain the staff member. */
async function checkInvitedStaff(
  ...[tx, businessId, link]: Parameters<typeof checkStaffLink>
): Promise<void> {
  try {
    await checkStaffLink(tx, businessId, link);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "validation_failed") throw error;
    const [problem] = (error.details?.fields ?? []) as FieldProblem[];
    throw refused(`is an invitation whose staff member ${problem?.message}`);
  }
}

const INVALID = "is unknown, expired or already used: request a new invitation";

function refused(message: string) {
  const problem: FieldProblem = { path: "/token", message };
  return invalid(problem);
}
