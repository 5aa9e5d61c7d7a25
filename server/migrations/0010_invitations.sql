-- Invitations to a business's team, mailed as a link. Of the link's token only the hash is kept. A global table: whoever
-- follows the link knows nothing but the token. One open invitation an address and business; another one replaces it.

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

-- A staff member is one person.
create unique index memberships_one_user_per_staff_member on memberships (business_id, staff_id) where staff_id is not null;
