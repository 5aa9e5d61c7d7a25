import {
  column,
  deleteWhere,
  list,
  pick,
  prefixed,
  selectWhere,
  statement,
} from "../../../platform/database/index.ts";
import { memberships, users } from "../../../tables/access.ts";
import { businessSettings, testClocksView } from "../../../tables/business.ts";

const userColumns = pick(users.columns, "id", "email", "first_name", "last_name");

/** Inserts a user. Returns no row when another user has the address, even if a concurrent sign-up inserted that user. */
export const insertUser = statement({
  name: "accounts_insert_user",
  params: { ...userColumns, now: column.instant },
  columns: pick(users.columns, "id"),
  sql: `insert into users (${list(userColumns)}, created_at, updated_at)
        values ($id, $email, $first_name, $last_name, $now, $now)
        on conflict (email) do nothing
        returning id`,
});

const membershipColumns = pick(memberships.columns, "id", "user_id", "business_id", "role", "staff_id");

/** Inserts a membership. Returns no row when the membership already exists. */
export const insertMembership = statement({
  name: "accounts_insert_membership",
  params: { ...membershipColumns, now: column.instant },
  columns: pick(memberships.columns, "id"),
  sql: `insert into memberships (${list(membershipColumns)}, created_at, updated_at)
        values ($id, $user_id, $business_id, $role, $staff_id, $now, $now)
        on conflict (business_id, user_id) do nothing
        returning id`,
});

export const findUser = selectWhere("accounts_find_user", users, {
  columns: userColumns,
  where: { id: "id" },
});

/** Renames a user. A null first name keeps the stored first name, and a true `$keepsLastName` keeps the stored last name. */
export const renameUser = statement({
  name: "accounts_rename_user",
  params: {
    id: column.id,
    firstName: column.nullable(column.text),
    keepsLastName: column.flag,
    lastName: column.nullable(column.text),
    now: column.instant,
  },
  sql: `update users
        set
          first_name = coalesce($firstName, first_name),
          last_name = case when $keepsLastName then last_name else $lastName end,
          updated_at = $now
        where id = $id`,
});

export const findUserIdByEmail = statement({
  name: "accounts_find_user_id_by_email",
  params: { email: column.text },
  columns: pick(users.columns, "id"),
  sql: `select id
        from users
        where email = lower($email)`,
});

/**
 * All memberships of a user, or only the membership in one business. Sandboxes are last, so that the first membership is in a real business
 * if the user has one.
 */
export const listMemberships = statement({
  name: "accounts_list_memberships",
  params: { userId: column.id, businessId: column.nullable(column.id) },
  columns: {
    ...pick(memberships.columns, "business_id"),
    ...prefixed(pick(businessSettings.columns, "name"), "business_"),
    sandbox: column.flag,
    ...pick(memberships.columns, "role", "staff_id"),
  },
  sql: `select
          member.business_id, business.name as business_name, clock.business_id is not null as sandbox,
          member.role, member.staff_id
        from memberships as member
        join ${businessSettings} as business on business.id = member.business_id
        left join ${testClocksView} as clock on clock.business_id = business.id
        where member.user_id = $userId
          and ($businessId is null or member.business_id = $businessId)
        order by sandbox, business.name, member.business_id`,
});

/** The owner with the earliest membership. The command line creates API keys for this owner. */
export const findFirstOwner = selectWhere("accounts_find_first_owner", memberships, {
  columns: pick(memberships.columns, "user_id"),
  where: { businessId: "business_id" },
  ending: "and role = 'owner' order by created_at, id limit 1",
});

/** Locks the memberships of a business in the order of the user ids, so that concurrent transactions cannot deadlock. */
export const lockMembershipRows = selectWhere("accounts_lock_memberships", memberships, {
  columns: pick(memberships.columns, "user_id"),
  where: { businessId: "business_id" },
  ending: "order by user_id for no key update",
});

export const updateUserName = statement({
  name: "accounts_update_user_name",
  params: pick(users.columns, "id", "first_name", "last_name", "updated_at"),
  sql: `update users
        set first_name = $first_name, last_name = $last_name, updated_at = $updated_at
        where id = $id`,
});

export const confirmUserEmail = statement({
  name: "accounts_confirm_user_email",
  params: { id: column.id, now: column.instant },
  sql: `update users
        set email_verified = true, updated_at = $now
        where id = $id
          and not email_verified`,
});

export const updateMembershipRow = statement({
  name: "accounts_update_membership",
  params: pick(memberships.columns, "business_id", "user_id", "role", "staff_id", "updated_at"),
  sql: `update memberships
        set role = $role, staff_id = $staff_id, updated_at = $updated_at
        where business_id = $business_id
          and user_id = $user_id`,
});

export const deleteMembership = deleteWhere(
  "accounts_delete_membership",
  memberships,
  "business_id",
  "user_id",
);

/** Whether any user exists. The users of the demo salon, whose e-mail domain is reserved (RFC 2606), do not count. */
export const findAnyUser = statement({
  name: "accounts_find_any_user",
  params: {},
  columns: { found: column.flag },
  sql: `select exists (
          select
          from users
          where email not like '%@demo-salon.example'
        ) as found`,
});

/** Locks a user, so that the user's requests to create a business run one after another. */
export const lockUser = selectWhere("accounts_lock_user", users, {
  columns: pick(users.columns, "id"),
  where: { id: "id" },
  ending: "for no key update",
});

export const countOwnedBusinesses = statement({
  name: "accounts_count_owned_businesses",
  params: { userId: column.id, isSandbox: column.flag },
  columns: { owned: column.integer },
  sql: `select count(*)::integer as owned
        from memberships as member
        left join ${testClocksView} as clock on clock.business_id = member.business_id
        where member.user_id = $userId
          and member.role = 'owner'
          and $isSandbox = (clock.business_id is not null)`,
});

/**
 * Deletes the membership that is linked to a staff member, unless its role is one of `$keptRoles`. PostgreSQL checks the role again on the
 * current row if a concurrent transaction has changed the row.
 */
export const deleteMembershipOfStaff = statement({
  name: "accounts_delete_membership_of_staff",
  params: { businessId: column.id, staffId: column.id, keptRoles: column.texts },
  sql: `delete from memberships
        where business_id = $businessId
          and staff_id = $staffId
          and role::text <> all ($keptRoles)`,
});

const remainingColumns = pick(memberships.columns, "user_id", "role");

export const findMembershipOfStaff = selectWhere("accounts_find_membership_of_staff", memberships, {
  columns: remainingColumns,
  where: { businessId: "business_id", staffId: "staff_id" },
  ending: "order by created_at, id limit 1",
});
