import { type Static, Type } from "typebox";
import { ROLES } from "../../../kernel/scopes.ts";
import {
  CreatedAt,
  described,
  Id,
  input,
  nullable,
  page,
  pageQuery,
  query,
  record,
  UpdatedAt,
  utc,
  words,
} from "../../../platform/http/shapes.ts";

const Email = Type.String({
  format: "email",
  maxLength: 254,
  description: "E-mail address",
  examples: ["ben@example.com"],
});
const StaffLogin = described(Id, "Who of the team they are; null: nobody. The role `staff` needs it");
const MemberRole = words(ROLES, "What the member may do");

/** Whoever belongs to a business. `id` is the user's. */
export const BusinessMember = record("BusinessMember", "A user who belongs to the business, and as what", {
  id: described(Id, "The user"),
  email: Email,
  first_name: Type.String({ description: "First name", examples: ["Ben"] }),
  last_name: nullable(
    Type.String({ description: "Last name; null when there is none", examples: ["Okafor"] }),
  ),
  role: MemberRole,
  staff_id: nullable(StaffLogin),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

export const BusinessMemberPage = page("BusinessMemberPage", BusinessMember);

export const MemberQuery = query(pageQuery());

export const BusinessMemberChanges = input("BusinessMemberChanges", "What changes of a member", {
  role: Type.Optional(MemberRole),
  staff_id: Type.Optional(nullable(StaffLogin)),
});

export const Invitation = record("Invitation", "An invitation that nobody has accepted yet", {
  id: Id,
  email: Email,
  role: MemberRole,
  staff_id: nullable(StaffLogin),
  sent_at: nullable(utc("When the mail went out; null while it has not")),
  expires_at: utc("Until when the link can be used"),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

export const InvitationPage = page("InvitationPage", Invitation);

export const InvitationInput = input("InvitationInput", "Whom to invite, and as what", {
  email: Email,
  role: MemberRole,
  staff_id: Type.Optional(nullable(StaffLogin)),
});

export const AcceptInvitationInput = input("AcceptInvitationInput", "The token in the invitation's link", {
  token: Type.String({
    minLength: 1,
    maxLength: 200,
    description: "What stands behind `token=` in the link",
    examples: ["q6Zk1b0yQ5mO9nq0m0Yw3bqv7mZl5c8pJ2XkR4TtUeA"],
  }),
});

export type BusinessMemberRecord = Static<typeof BusinessMember>;
export type BusinessMemberChanges = Static<typeof BusinessMemberChanges>;
export type InvitationRecord = Static<typeof Invitation>;
export type InvitationInput = Static<typeof InvitationInput>;
