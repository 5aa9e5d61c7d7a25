import { utcOrNull, utcText } from "@daybook/engine";
import { invalid, notFound } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { hashOfToken, newLinkToken } from "../../../kernel/tokens.ts";
import type { Reader, RowOf, Transaction } from "../../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import { useQuota } from "../../../platform/limits/index.ts";
import { lockBusiness } from "../../business/businesses/index.ts";
import { lockMemberships } from "../accounts/index.ts";
import { isSignUpAddress, SIGN_UP_ADDRESS_RULE } from "../sessions/index.ts";
import { checkStaffLink } from "./businessMemberRecord.ts";
import type { InvitationInput, InvitationRecord } from "./schema.ts";
import {
  deleteInvitation,
  findEmail,
  type invitationColumns,
  isMemberByEmail,
  listInvitations,
  putInvitation,
  showInvitation,
} from "./store.ts";

/** Milliseconds for which the link of an invitation is valid (app-operations.md). */
const VALID_MS = 7 * 86_400_000;

/** Maximum number of invitations that a business can send per day, so that a stolen session cannot send unlimited e-mail to strangers. */
const INVITATIONS_PER_DAY = 20;
const DAY_MS = 86_400_000;

/** An invitation and the data for its e-mail. No API response contains `token`. */
export interface SentInvitation {
  readonly record: InvitationRecord;
  readonly token: string;
  readonly businessName: string;
  readonly invitedBy: string;
}

/**
 * Invites an address to become a business member. A new invitation replaces an earlier invitation of the address, so inviting the address
 * again resends a lost e-mail. Throws `validation_failed` for the address of a business member, an address that cannot sign up, and an
 * invalid staff member, and `rate_limited` after 20 invitations by the business within a day.
 */
export async function createInvitation(
  tx: Transaction,
  businessId: string,
  invitedBy: string,
  wanted: InvitationInput,
  now: number,
): Promise<SentInvitation> {
  const business = await lockBusiness(tx, businessId);
  if (business === undefined) throw notFound();
  await lockMemberships(tx, businessId);
  const email = wanted.email.toLowerCase();
  if (!isSignUpAddress(email)) throw invalid({ path: "/email", message: SIGN_UP_ADDRESS_RULE });
  const [known] = await tx.query(isMemberByEmail, { businessId, email });
  if (known?.found === true)
    throw invalid({ path: "/email", message: "is already used by a business member" });
  const staffId = wanted.staff_id?.toLowerCase() ?? null;
  await checkStaffLink(tx, businessId, { role: wanted.role, staffId, userId: null });
  await useQuota(
    tx,
    { purpose: "invitations", subject: businessId, max: INVITATIONS_PER_DAY, windowMs: DAY_MS },
    now,
    `A business can send ${INVITATIONS_PER_DAY} invitations a day. Try again later.`,
  );
  const token = newLinkToken();
  const row = {
    id: newId(),
    email,
    role: wanted.role,
    staff_id: staffId,
    expires_at: now + VALID_MS,
    created_at: now,
    updated_at: now,
  };
  const secrets = { token_sha256: hashOfToken(token), invited_by: invitedBy };
  tx.write(putInvitation, { ...row, ...secrets, business_id: businessId });
  const [inviter] = await tx.query(findEmail, { userId: invitedBy });
  const name = [inviter?.first_name, inviter?.last_name].filter(Boolean).join(" ");
  return { record: recordOf({ ...row, sent_at: null }), token, businessName: business.name, invitedBy: name };
}

/** Returns the data for the page that an invitation's link opens, or undefined for an invalid or expired token. */
export async function findOpenInvitation(reader: Reader, token: string, now: number) {
  const [shown] = await reader.query(showInvitation, { token_sha256: hashOfToken(token), now });
  return shown;
}

/** Lists invitations that are neither accepted nor expired, newest first. */
export async function listOpenInvitations(
  reader: Reader,
  businessId: string,
  query: { readonly limit?: number; readonly cursor?: string },
  now: number,
): Promise<{ items: InvitationRecord[]; next_cursor: string | null }> {
  const limit = query.limit ?? PAGE_SIZE;
  const listing = { ...query, list: "invitations", businessId };
  const [afterCreatedAt, afterId] = keyOfCursor(listing, query.cursor, ["instant", "id"]) ?? [null, null];
  const page = { businessId, now, afterCreatedAt, afterId, limit: limit + 1 };
  const rows = await reader.query(listInvitations, page);
  return pageOf(listing, rows, limit, (row) => [row.created_at, row.id], recordOf);
}

/** Deletes an invitation. Its link is invalid after the commit. Throws `not_found` for an unknown invitation. */
export async function revokeInvitation(
  tx: Transaction,
  businessId: string,
  invitationId: string,
): Promise<{ id: string; deleted: true }> {
  const [deleted] = await tx.query(deleteInvitation, { businessId, id: invitationId });
  if (deleted === undefined) throw notFound();
  return { id: deleted.id, deleted: true };
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
