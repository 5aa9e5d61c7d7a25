import { ROLES } from "../kernel/scopes.ts";
import { column, table, view } from "../platform/database/index.ts";

export const users = table("users", "access/accounts", {
  id: column.id,
  email: column.text,
  first_name: column.text,
  last_name: column.nullable(column.text),
  created_at: column.instant,
  updated_at: column.instant,
  email_verified: column.flag,
});

export const userNames = view(users, "id", "email", "first_name", "last_name");

/** A view of `users` with the columns that better-auth reads. */
export const userProfiles = view(
  users,
  "id",
  "email",
  "first_name",
  "last_name",
  "email_verified",
  "created_at",
  "updated_at",
);

export const memberships = table("memberships", "access/accounts", {
  id: column.id,
  user_id: column.id,
  business_id: column.id,
  role: column.oneOf(...ROLES),
  staff_id: column.nullable(column.id),
  created_at: column.instant,
  updated_at: column.instant,
});

export const membershipsView = view(
  memberships,
  "id",
  "business_id",
  "user_id",
  "role",
  "staff_id",
  "created_at",
  "updated_at",
);

export const userAccounts = table("user_accounts", "access/sessions", {
  id: column.id,
  user_id: column.id,
  provider_id: column.text,
  account_id: column.text,
  password_hash: column.nullable(column.text),
  created_at: column.instant,
  updated_at: column.instant,
});

export const userSessions = table("user_sessions", "access/sessions", {
  id: column.id,
  user_id: column.id,
  token_sha256: column.bytes,
  expires_at: column.instant,
  ip_address: column.text,
  user_agent: column.text,
  created_at: column.instant,
  updated_at: column.instant,
});

export const userVerifications = table("user_verifications", "access/sessions", {
  id: column.id,
  identifier: column.text,
  value: column.text,
  expires_at: column.instant,
  created_at: column.instant,
  updated_at: column.instant,
});

export const signUps = table("sign_ups", "access/sessions", {
  id: column.id,
  email: column.text,
  name: column.text,
  password_hash: column.text,
  token_sha256: column.bytes,
  expires_at: column.instant,
  created_at: column.instant,
});

export const invitations = table("invitations", "access/members", {
  id: column.id,
  business_id: column.id,
  email: column.text,
  role: column.oneOf(...ROLES),
  staff_id: column.nullable(column.id),
  token_sha256: column.bytes,
  invited_by: column.nullable(column.id),
  expires_at: column.instant,
  sent_at: column.nullable(column.instant),
  created_at: column.instant,
  updated_at: column.instant,
});

export const apiKeys = table("api_keys", "access/api-keys", {
  id: column.id,
  business_id: column.id,
  created_by: column.id,
  label: column.text,
  scopes: column.texts,
  secret_sha256: column.bytes,
  created_at: column.instant,
  last_used_at: column.nullable(column.instant),
  revoked_at: column.nullable(column.instant),
  prefix: column.nullable(column.text),
});

export const apiKeyLabels = view(apiKeys, "business_id", "id", "label");
