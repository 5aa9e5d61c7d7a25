import type { ExportContents } from "../../../platform/backup/index.ts";
import { csvFiles } from "./csvFiles.ts";

/** Tables that are not exported, each with the reason. The export fails if any other table has no business id. */
const omitted = {
  api_keys: "Keys are secrets; new ones are created.",
  users: "Users belong to no business; members become invitations.",
  user_accounts: "Password hashes.",
  user_sessions: "Sessions of users.",
  user_verifications: "Codes of users.",
  sign_ups: "Sign-ups that are not completed, with password hashes.",
  memberships: "Members become invitations.",
  idempotency_keys: "Responses to requests of the last 24 hours.",
  kiosk_pairings: "Codes that are valid for minutes.",
  kiosk_pins: "Hashed with the secret of the installation.",
  blocked_contacts: "Hashed with the secret of the installation.",
  provider_accounts: "The connection to the payment provider.",
  payment_accounts: "The connection to the payment provider.",
  provider_events: "Messages of the payment provider that were handled.",
  visitors: "Visitors of the booking page, for minutes.",
  visitor_codes: "Codes that are valid for minutes.",
  hold_payments: "Payments for held time.",
  freed_times: "A queue of the installation.",
  discarded_blobs: "A queue of the installation.",
  changes: "Notices for open screens.",
  exports: "Earlier exports and their files.",
  delivery_outages: "State of the installation.",
  relays: "State of the installation.",
} as const;

/** SQL condition for holds of waitlist offers. Holds of visitors are not exported, because they expire within minutes. */
const ofOffer = (holdId: string) =>
  `exists (select from waitlist_offers as offer where offer.business_id = row.business_id and offer.id = ${holdId})`;

const conditions = {
  claims: `row.hold_id is null or ${ofOffer("row.hold_id")}`,
  holds: ofOffer("row.id"),
  emails: "row.client_id is not null",
} as const;

/**
 * Columns whose values the export replaces, because the values must not leave this installation or would trigger actions in the
 * new installation. For example, the links in e-mails are valid in this installation only, this installation sends the pending
 * e-mails, and webhooks need new secrets.
 */
const replaced = {
  emails: {
    body_text: "''",
    body_html: "null",
    calendar_text: "null",
    calendar_method: "null",
    status: "case when row.status in ('pending', 'sending') then 'unknown' else row.status end",
    due_at: "null",
  },
  events: {
    sequence: `coalesce(
      row.sequence,
      (select coalesce(max(sequence), 0) from events where business_id = $business)
        + count(*) filter (where row.sequence is null) over (order by row.position, row.id)
    )`,
    position: "null",
  },
  imports: {
    status: "case when row.status in ('queued', 'running', 'undoing') then 'completed' else row.status end",
    completed_at:
      "case when row.status in ('queued', 'running', 'undoing') then coalesce(row.completed_at, row.updated_at) else row.completed_at end",
  },
  test_clocks: { target_at: "null", lease_until: "null" },
  webhook_endpoints: {
    status: "'disabled'",
    disabled_at: "coalesce(row.disabled_at, now())",
    secret_encrypted: "''",
    earlier_secrets: "'[]'::jsonb",
    lease_until: "null",
  },
} as const;

const queries = {
  // The exported tokens are random and unusable. The import replaces the tokens and prints the links. A person who is both a
  // business member and invited appears once.
  invitations: `
    select distinct on (person.email)
      person.id, $business as business_id, person.email, person.role, person.staff_id,
      sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as token_sha256,
      null::uuid as invited_by, now() + interval '7 days' as expires_at, null::timestamptz as sent_at,
      person.created_at, person.updated_at
    from (
      select member.id, member_user.email, member.role, member.staff_id, member.created_at, member.updated_at, 1 as rank
      from memberships as member
      join users as member_user on member_user.id = member.user_id
      where member.business_id = $business
      union all
      select id, email, role, staff_id, created_at, updated_at, 2
      from invitations
      where business_id = $business
    ) as person
    order by person.email, person.rank`,
} as const;

/** The contents of the export of a business. docs/guides/moving.md lists the data that the export does not contain. */
export const exportContents: ExportContents = { omitted, conditions, replaced, queries, csvFiles };
