import { type Static, Type } from "typebox";
import { ROLES } from "../../kernel/scopes.ts";
import {
  DateTime,
  Id,
  input,
  nullable,
  page,
  pageQuery,
  query,
  record,
  words,
} from "../../platform/http/shapes.ts";

const Email = Type.String({ format: "email", maxLength: 254, examples: ["ben@example.com"] });
const MemberRole = words(ROLES, "What the member may do");

/** Whoever belongs to a business. `id` is the user's. */
export const Member = record("Member", "A user who belongs to the business, and as what", {
  id: Id,
  email: Email,
  first_name: Type.String({ examples: ["Ben"] }),
  last_name: nullable(Type.String({ examples: ["Okafor"] })),
  role: MemberRole,
  staff_id: nullable(Id),
  created_at: DateTime,
  updated_at: DateTime,
});

export const MemberPage = page("MemberPage", Member);

export const MemberQuery = query(pageQuery());

export const MemberChanges = input("MemberChanges", "What changes of a member", {
  role: Type.Optional(MemberRole),
  staff_id: Type.Optional(nullable(Id)),
});

export const Invitation = record("Invitation", "An invitation that nobody has accepted yet", {
  id: Id,
  email: Email,
  role: MemberRole,
  staff_id: nullable(Id),
  sent_at: nullable(DateTime),
  expires_at: DateTime,
  created_at: DateTime,
  updated_at: DateTime,
});

export const InvitationPage = page("InvitationPage", Invitation);

export const InvitationInput = input("InvitationInput", "Whom to invite, and as what", {
  email: Email,
  role: MemberRole,
  staff_id: Type.Optional(nullable(Id)),
});

export const AcceptInput = input("AcceptInput", "The token in the invitation's link", {
  token: Type.String({
    minLength: 1,
    maxLength: 200,
    examples: ["q6Zk1b0yQ5mO9nq0m0Yw3bqv7mZl5c8pJ2XkR4TtUeA"],
  }),
});

export type MemberRecord = Static<typeof Member>;
export type ChangedMember = Static<typeof MemberChanges>;
export type InvitationRecord = Static<typeof Invitation>;
export type NewInvitation = Static<typeof InvitationInput>;
