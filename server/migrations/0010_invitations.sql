-- Invitations to become a business member, sent by e-mail as a link. Only the hash of the link's token is stored. The table
-- is global, because a request that follows the link contains only the token. There is at most one open invitation per
-- address and business; a new one replaces it.

create table invitations (
  id uuid not null,
  business_id uuid not null,
  email text not null,
  role text not null,
  staff_id uuid,
  token_sha256 bytea not null,
  invited_by uuid not null,
  expires_at timestamptz not null,
  sent_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint invitations_pkey primary key (id),
  constraint invitations_invited_by_fkey foreign key (invited_by) references users (id),
  constraint invitations_token_key unique (token_sha256),
  constraint invitations_once_per_address unique (business_id, email),
  constraint invitations_email_is_lower_case check (email = lower(email)),
  constraint invitations_token_is_sha256 check (octet_length(token_sha256) = 32),
  constraint invitations_role_is_known check (role in ('owner', 'manager', 'reception', 'staff'))
);

-- At most one user is linked to a staff member.
create unique index memberships_one_user_per_staff_member on memberships (business_id, staff_id) where staff_id is not null;
