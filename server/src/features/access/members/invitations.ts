import { utcOrNull, utcText } from "@daybook/engine";
import { invalid, notFound } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { hashOfToken, newLinkToken } from "../../../kernel/tokens.ts";
import type { Reader, RowOf, Transaction } from "../../../platform/database/index.ts";
import { keysOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import { isSignUpAddress } from "../sessions/index.ts";
import { checkStaffLink } from "./businessMemberRecord.ts";
import type { InvitationInput, InvitationRecord } from "./schema.ts";
import {
  deleteInvitation,
  findEmail,
  type invitationColumns,
  isMemberByEmail,
  listInvitations,
  lockBusinessMembers,
  putInvitation,
  showInvitation,
} from "./store.ts";

/** Days an invitation's link is good for (app-operations). */
const GOOD_FOR_DAYS = 7;
const DAY_MS = 86_400_000;

/** An invitation with what its mail needs; the token is in the mail alone. */
export interface SentInvitation {
  readonly record: InvitationRecord;
  readonly token: string;
  readonly businessName: string;
  readonly invitedBy: string;
}

/**
 * Invites an address to the team. An earlier invitation of the same address gives way, so that inviting again is how a
 * lost mail is sent again. Throws 422 when a member has the address, for one that nobody can sign up with, or for a wrong
 * staff member.
 */
export async function createInvitation(
  tx: Transaction,
  businessId: string,
  invitedBy: string,
  wanted: InvitationInput,
  now: number,
): Promise<SentInvitation> {
  const [team] = await tx.query(lockBusinessMembers, [businessId]);
  if (team === undefined) throw notFound();
  const email = wanted.email.toLowerCase();
  if (!isSignUpAddress(email))
    throw invalid({ path: "/email", message: "is not one that somebody can sign up with" });
  const [known] = await tx.query(isMemberByEmail, [businessId, email]);
  if (known?.found === true) throw invalid({ path: "/email", message: "belongs to a member already" });
  const staffId = wanted.staff_id?.toLowerCase() ?? null;
  await checkStaffLink(tx, businessId, { role: wanted.role, staffId, userId: null });
  const token = newLinkToken();
  const [row] = await tx.query(putInvitation, [
    newId(),
    businessId,
    email,
    wanted.role,
    staffId,
    fingerprintOfInvitation(token),
    invitedBy,
    new Date(now + GOOD_FOR_DAYS * DAY_MS),
    new Date(now),
  ]);
  if (row === undefined) throw new Error("The invitation's row did not come back.");
  const [host] = await tx.query(findEmail, [invitedBy]);
  const name = [host?.first_name, host?.last_name].filter(Boolean).join(" ");
  return { record: recordOf(row), token, businessName: team.name, invitedBy: name };
}

/** All that is stored of a token, as lower-case hex. */
export function fingerprintOfInvitation(token: string): string {
  return hashOfToken(token).toString("hex");
}

/** What whoever holds an invitation's link is shown; undefined when it is good for nothing. */
export async function findOpenInvitation(reader: Reader, token: string, now: number) {
  const [shown] = await reader.query(showInvitation, [fingerprintOfInvitation(token), new Date(now)]);
  return shown;
}

/** Invitations nobody has accepted or let run out, newest first. */
export async function listOpenInvitations(
  reader: Reader,
  businessId: string,
  query: { readonly limit?: number; readonly cursor?: string },
  now: number,
): Promise<{ items: InvitationRecord[]; next_cursor: string | null }> {
  const limit = query.limit ?? PAGE_SIZE;
  const listing = { ...query, list: "invitations", businessId };
  const after = keysOfCursor(listing, query.cursor);
  const rows = await reader.query(listInvitations, [businessId, new Date(now), ...after, limit + 1]);
  return pageOf(listing, rows, limit, (row) => [row.created_at, row.id], recordOf);
}

/** Takes an invitation back: its link is good for nothing from the commit on. Throws `not_found`. */
export async function revokeInvitation(
  tx: Transaction,
  businessId: string,
  invitationId: string,
): Promise<{ id: string; deleted: true }> {
  const [withdrawn] = await tx.query(deleteInvitation, [businessId, invitationId]);
  if (withdrawn === undefined) throw notFound();
  return { id: withdrawn.id, deleted: true };
}

function recordOf(row: RowOf<typeof invitationColumns>): InvitationRecord {
  return {
    ...row,
    sent_at: utcOrNull(row.sent_at),
    expires_at: utcText(row.expires_at),
    created_at: utcText(row.created_at),
    updated_at: utcText(row.updated_at),
  };
}
