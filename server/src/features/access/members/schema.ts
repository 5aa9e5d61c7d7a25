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
const StaffLogin = described(
  Id,
  "The staff member linked to the user; null if no staff member is linked. Required for the role `staff`",
);
const MemberRole = words(ROLES, "Role of the business member");

/** A user who belongs to a business. `id` is the id of the user. */
export const BusinessMember = record(
  "BusinessMember",
  "A user who belongs to the business, with their role",
  {
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
  },
);

export const BusinessMemberPage = page("BusinessMemberPage", BusinessMember);

export const MemberQuery = query(pageQuery());

export const BusinessMemberChanges = input("BusinessMemberChanges", "Changes of a business member", {
  role: Type.Optional(MemberRole),
  staff_id: Type.Optional(nullable(StaffLogin)),
});

export const Invitation = record("Invitation", "An open invitation", {
  id: Id,
  email: Email,
  role: MemberRole,
  staff_id: nullable(StaffLogin),
  sent_at: nullable(utc("When the e-mail was sent; null when it was not")),
  expires_at: utc("When the link expires"),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

export const InvitationPage = page("InvitationPage", Invitation);

export const InvitationInput = input("InvitationInput", "A new invitation", {
  email: Email,
  role: MemberRole,
  staff_id: Type.Optional(nullable(StaffLogin)),
});

export const AcceptInvitationInput = input("AcceptInvitationInput", "The token of an invitation's link", {
  token: Type.String({
    minLength: 1,
    maxLength: 200,
    description: "The value of `token` in the link",
    examples: ["q6Zk1b0yQ5mO9nq0m0Yw3bqv7mZl5c8pJ2XkR4TtUeA"],
  }),
});

export type BusinessMemberRecord = Static<typeof BusinessMember>;
export type BusinessMemberChanges = Static<typeof BusinessMemberChanges>;
export type InvitationRecord = Static<typeof Invitation>;
export type InvitationInput = Static<typeof InvitationInput>;
