import { ROLES } from "../../../kernel/scopes.ts";
import { column, statement } from "../../../platform/database/index.ts";

/** Changes of a team happen one after the other: the last two owners cannot both leave at once. */
export const lockBusinessMembers = statement(
  "members_lock_team",
  { name: column.text },
  `select name
   from businesses
   where id = $1
   for no key update`,
);

export const memberColumns = {
  id: column.id,
  email: column.text,
  first_name: column.text,
  last_name: column.nullable(column.text),
  role: column.oneOf(...ROLES),
  staff_id: column.nullable(column.id),
  created_at: column.instant,
  updated_at: column.instant,
};

/** In the order in which they came; from behind the last one given ($2, $3), both null for the first page. */
export const listMembers = statement(
  "members_list",
  memberColumns,
  `select u.id, u.email, u.first_name, u.last_name, m.role, m.staff_id, m.created_at, m.updated_at
   from memberships m
   join users u on u.id = m.user_id
   where m.business_id = $1
     and ($2::timestamptz is null or (m.created_at, u.id) > ($2, $3::uuid))
   order by m.created_at, u.id
   limit $4`,
);

export const findMember = statement(
  "members_find",
  memberColumns,
  `select u.id, u.email, u.first_name, u.last_name, m.role, m.staff_id, m.created_at, m.updated_at
   from memberships m
   join users u on u.id = m.user_id
   where m.business_id = $1
     and m.user_id = $2`,
);

/** The owner who has been one for longest, apart from $2: who takes over. */
export const findOtherOwner = statement(
  "members_find_other_owner",
  { user_id: column.id },
  `select user_id
   from memberships
   where business_id = $1
     and user_id <> $2
     and role = 'owner'
   order by created_at, id
   limit 1`,
);

/** Whether a user other than $3 is this staff member. */
export const isStaffTaken = statement(
  "members_is_staff_taken",
  { taken: column.flag },
  `select exists (
     select
     from memberships
     where business_id = $1
       and staff_id = $2
       and user_id <> $3
   ) as taken`,
);

export const invitationColumns = {
  id: column.id,
  email: column.text,
  role: column.oneOf(...ROLES),
  staff_id: column.nullable(column.id),
  sent_at: column.nullable(column.instant),
  expires_at: column.instant,
  created_at: column.instant,
  updated_at: column.instant,
};

/** An earlier invitation of the same address gives way, and its link with it. */
export const putInvitation = statement(
  "members_put_invitation",
  invitationColumns,
  `insert into invitations (id, business_id, email, role, staff_id, token_sha256, invited_by, expires_at, created_at, updated_at)
   values ($1, $2, $3, $4, $5, decode($6, 'hex'), $7, $8, $9, $9)
   on conflict (business_id, email) do update
   set id = excluded.id, role = excluded.role, staff_id = excluded.staff_id, token_sha256 = excluded.token_sha256,
     invited_by = excluded.invited_by, expires_at = excluded.expires_at, sent_at = null,
     created_at = excluded.created_at, updated_at = excluded.updated_at
   returning id, email, role, staff_id, sent_at, expires_at, created_at, updated_at`,
);

export const recordInvitationSent = statement(
  "members_note_invitation_sent",
  {},
  `update invitations
   set sent_at = $2, updated_at = $2
   where id = $1`,
);

/** Newest first, without those that have run out. */
export const listInvitations = statement(
  "members_list_invitations",
  invitationColumns,
  `select id, email, role, staff_id, sent_at, expires_at, created_at, updated_at
   from invitations
   where business_id = $1
     and expires_at > $2
     and ($3::timestamptz is null or (created_at, id) < ($3, $4::uuid))
   order by created_at desc, id desc
   limit $5`,
);

export const deleteInvitation = statement(
  "members_withdraw_invitation",
  { id: column.id },
  `delete from invitations
   where business_id = $1
     and id = $2
   returning id`,
);

/** Invitations that ran out before $1, up to $2 of them; answers how many. For the worker: in all businesses. */
export const clearExpiredInvitations = statement(
  "members_clear_expired_invitations",
  { cleared: column.integer },
  `with gone as (
     delete from invitations
     where id in (
       select id
       from invitations
       where expires_at < $1
       order by expires_at
       limit $2
       for update skip locked
     )
     returning 1
   )
   select count(*)::integer as cleared
   from gone`,
);

/** Whose team a token leads into: its lock comes before the invitation's, as with whoever invites. */
export const findBusinessOfInvitation = statement(
  "members_find_team_of_invitation",
  { business_id: column.id },
  `select business_id
   from invitations
   where token_sha256 = decode($1, 'hex')`,
);

/** Locks it: of two that accept at once, or one that accepts while the owner withdraws, one comes first. */
export const lockInvitation = statement(
  "members_lock_invitation",
  {
    id: column.id,
    email: column.text,
    role: column.oneOf(...ROLES),
    staff_id: column.nullable(column.id),
  },
  `select id, email, role, staff_id
   from invitations
   where token_sha256 = decode($1, 'hex')
     and expires_at > $2
   for update`,
);

/** What an invitation says, and who signs in with the address it was sent to, if anybody does. */
export const showInvitation = statement(
  "members_show_invitation",
  {
    email: column.text,
    role: column.oneOf(...ROLES),
    business_name: column.text,
    user_id: column.nullable(column.id),
  },
  `select i.email, i.role, b.name as business_name, u.id as user_id
   from invitations i
   join businesses b on b.id = i.business_id
   left join users u on u.email = i.email
   where i.token_sha256 = decode($1, 'hex')
     and i.expires_at > $2`,
);

export const findEmail = statement(
  "members_find_email",
  { email: column.text, first_name: column.text, last_name: column.nullable(column.text) },
  `select email, first_name, last_name
   from users
   where id = $1`,
);

/** Whether somebody with this address is a member. */
export const isMemberByEmail = statement(
  "members_is_member_by_email",
  { found: column.flag },
  `select exists (
     select
     from memberships m
     join users u on u.id = m.user_id
     where m.business_id = $1
       and u.email = $2
   ) as found`,
);
