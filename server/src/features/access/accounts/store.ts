import { ROLES } from "../../../kernel/scopes.ts";
import { column, statement } from "../../../platform/database/index.ts";

/** No row comes back when somebody has this address already: two sign-ups at once end the same way as two in turn. */
export const insertUser = statement(
  "accounts_insert_user",
  { id: column.id },
  `insert into users (id, email, first_name, last_name, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $5)
   on conflict (email) do nothing
   returning id`,
);

/** No row comes back when the user is a member already. */
export const insertMembership = statement(
  "accounts_insert_membership",
  { id: column.id },
  `insert into memberships (id, user_id, business_id, role, staff_id, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $6)
   on conflict (business_id, user_id) do nothing
   returning id`,
);

export const findUser = statement(
  "accounts_find_user",
  {
    id: column.id,
    email: column.text,
    first_name: column.text,
    last_name: column.nullable(column.text),
  },
  `select id, email, first_name, last_name
   from users
   where id = $1`,
);

export const findUserIdByEmail = statement(
  "accounts_find_user_id_by_email",
  { id: column.id },
  `select id
   from users
   where email = lower($1)`,
);

/** A key sees the one business it is bound to ($2); a session, which passes null, sees all of the user's. */
export const listMemberships = statement(
  "accounts_list_memberships",
  {
    business_id: column.id,
    business_name: column.text,
    role: column.oneOf(...ROLES),
    staff_id: column.nullable(column.id),
  },
  `select m.business_id, b.name as business_name, m.role, m.staff_id
   from memberships m
   join businesses b on b.id = m.business_id
   where m.user_id = $1
     and ($2::uuid is null or m.business_id = $2)
   order by b.name, m.business_id`,
);

/** The owner who has been one for longest: on whose behalf the command line makes a key. */
export const findFirstOwner = statement(
  "accounts_find_first_owner",
  { user_id: column.id },
  `select user_id
   from memberships
   where business_id = $1
     and role = 'owner'
   order by created_at, id
   limit 1`,
);

export const updateUserName = statement(
  "accounts_update_user_name",
  {},
  `update users
   set first_name = $2, last_name = $3, updated_at = $4
   where id = $1`,
);

export const confirmUserEmail = statement(
  "accounts_confirm_user_email",
  {},
  `update users
   set email_verified = true, updated_at = $2
   where id = $1
     and not email_verified`,
);

export const updateMembershipRow = statement(
  "accounts_update_membership",
  {},
  `update memberships
   set role = $3, staff_id = $4, updated_at = $5
   where business_id = $1
     and user_id = $2`,
);

export const deleteMembership = statement(
  "accounts_delete_membership",
  {},
  `delete from memberships
   where business_id = $1
     and user_id = $2`,
);
