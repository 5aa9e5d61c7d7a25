import {
  column,
  deleteRow,
  insertInto,
  list,
  omit,
  pick,
  statement,
} from "../../../platform/database/index.ts";
import { invitations, membershipsView, userNames } from "../../../tables/access.ts";
import { businessSettings, testClocksView } from "../../../tables/business.ts";

const roleColumns = pick(membershipsView.columns, "role", "staff_id", "created_at", "updated_at");

export const memberColumns = { ...userNames.columns, ...roleColumns };

const selectMember = `
  select ${list(userNames.columns, "member_user")}, ${list(roleColumns, "member")}
  from ${membershipsView} as member
  join ${userNames} as member_user on member_user.id = member.user_id`;

/** A page of the business members, in the order of joining, starting after the given row (null for the first page). */
export const listMembers = statement({
  name: "members_list",
  params: {
    businessId: column.id,
    afterCreatedAt: column.nullable(column.instant),
    afterId: column.nullable(column.id),
    limit: column.integer,
  },
  columns: memberColumns,
  sql: `${selectMember}
        where member.business_id = $businessId
          and ($afterCreatedAt is null or (member.created_at, member_user.id) > ($afterCreatedAt, $afterId))
        order by member.created_at, member_user.id
        limit $limit`,
});

export const findMember = statement({
  name: "members_find",
  params: { businessId: column.id, userId: column.id },
  columns: memberColumns,
  sql: `${selectMember}
        where member.business_id = $businessId
          and member.user_id = $userId`,
});

/** The owner with the earliest membership, excluding one user. */
export const findOtherOwner = statement({
  name: "members_find_other_owner",
  params: { businessId: column.id, userId: column.id },
  columns: pick(membershipsView.columns, "user_id"),
  sql: `select user_id
        from ${membershipsView} as member
        where business_id = $businessId
          and user_id <> $userId
          and role = 'owner'
        order by created_at, id
        limit 1`,
});

/** Whether the staff member is linked to a user other than `$userId`. */
export const isStaffTaken = statement({
  name: "members_is_staff_taken",
  params: { businessId: column.id, staffId: column.id, userId: column.id },
  columns: { taken: column.flag },
  sql: `select exists (
          select
          from ${membershipsView} as member
          where business_id = $businessId
            and staff_id = $staffId
            and user_id <> $userId
        ) as taken`,
});

const { columns } = invitations;
export const invitationColumns = omit(columns, "business_id", "token_sha256", "invited_by");
const written = omit(columns, "sent_at");

/** Inserts an invitation, or replaces the earlier invitation of the address. The link of a replaced invitation becomes invalid. */
export const putInvitation = insertInto(
  "members_put_invitation",
  invitations,
  written,
  `on conflict (business_id, email) do update
   set sent_at = null, ${Object.keys(omit(written, "business_id", "email"))
     .map((name) => `${name} = excluded.${name}`)
     .join(", ")}`,
);

export const recordInvitationSent = statement({
  name: "members_record_invitation_sent",
  params: { id: column.id, now: column.instant },
  sql: `update invitations
        set sent_at = $now, updated_at = $now
        where id = $id`,
});

/** A page of the invitations that have not expired, newest first. */
export const listInvitations = statement({
  name: "members_list_invitations",
  params: {
    businessId: column.id,
    now: column.instant,
    afterCreatedAt: column.nullable(column.instant),
    afterId: column.nullable(column.id),
    limit: column.integer,
  },
  columns: invitationColumns,
  sql: `select ${list(invitationColumns)}
        from invitations
        where business_id = $businessId
          and expires_at > $now
          and ($afterCreatedAt is null or (created_at, id) < ($afterCreatedAt, $afterId))
        order by created_at desc, id desc
        limit $limit`,
});

/** Deletes an invitation. Returns no row when it does not exist. */
export const deleteInvitation = deleteRow("members_delete_invitation", invitations);

/** Deletes at most `limit` expired invitations of all businesses and returns their number. */
export const clearExpiredInvitations = statement({
  name: "members_clear_expired_invitations",
  params: { now: column.instant, limit: column.integer },
  columns: { cleared: column.integer },
  sql: `with expired as (
          delete from invitations
          where id in (
            select id
            from invitations
            where expires_at < $now
            order by expires_at
            limit $limit
            for update skip locked
          )
          returning 1
        )
        select count(*)::integer as cleared
        from expired`,
});

/** The business of an invitation. The caller locks the business before the invitation, in the same order as `createInvitation`. */
export const findBusinessOfInvitation = statement({
  name: "members_find_business_of_invitation",
  params: pick(columns, "token_sha256"),
  columns: { ...pick(columns, "business_id"), sandbox: column.flag },
  sql: `select
          invitation.business_id, clock.business_id is not null as sandbox
        from invitations as invitation
        left join ${testClocksView} as clock on clock.business_id = invitation.business_id
        where invitation.token_sha256 = $token_sha256`,
});

const acceptedColumns = pick(columns, "id", "email", "role", "staff_id");

/** Locks an invitation that has not expired, so that a user cannot accept it twice or after its revocation. */
export const lockInvitation = statement({
  name: "members_lock_invitation",
  params: { ...pick(columns, "token_sha256"), now: column.instant },
  columns: acceptedColumns,
  sql: `select ${list(acceptedColumns)}
        from invitations
        where token_sha256 = $token_sha256
          and expires_at > $now
        for update`,
});

/** An invitation that has not expired, and the user with its address, if there is such a user. */
export const showInvitation = statement({
  name: "members_show_invitation",
  params: { ...pick(columns, "token_sha256"), now: column.instant },
  columns: {
    ...pick(columns, "email", "role"),
    business_name: column.text,
    user_id: column.nullable(column.id),
  },
  sql: `select invitation.email, invitation.role, business.name as business_name, invited.id as user_id
        from invitations as invitation
        join ${businessSettings} as business on business.id = invitation.business_id
        left join ${userNames} as invited on invited.email = invitation.email
        where invitation.token_sha256 = $token_sha256
          and invitation.expires_at > $now`,
});

export const findEmail = statement({
  name: "members_find_email",
  params: { userId: column.id },
  columns: pick(userNames.columns, "email", "first_name", "last_name"),
  sql: `select email, first_name, last_name
        from ${userNames} as member_user
        where id = $userId`,
});

/** Whether a business member has this e-mail address. */
export const isMemberByEmail = statement({
  name: "members_is_member_by_email",
  params: { businessId: column.id, email: column.text },
  columns: { found: column.flag },
  sql: `select exists (
          select
          from ${membershipsView} as member
          join ${userNames} as member_user on member_user.id = member.user_id
          where member.business_id = $businessId
            and member_user.email = $email
        ) as found`,
});
