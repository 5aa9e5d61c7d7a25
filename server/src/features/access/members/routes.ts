import { utcText } from "@daybook/engine";
import type { Context } from "../../../platform/context.ts";
import type { EmailOutbox } from "../../../platform/email/index.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { BusinessMembership } from "../accounts/index.ts";
import { acceptInvitation } from "./acceptInvitation.ts";
import { listBusinessMembers } from "./businessMemberRecord.ts";
import { invitationEmail } from "./emails.ts";
import { createInvitation, listOpenInvitations, revokeInvitation } from "./invitations.ts";
import {
  AcceptInvitationInput,
  BusinessMember,
  BusinessMemberChanges,
  BusinessMemberPage,
  Invitation,
  InvitationInput,
  InvitationPage,
  MemberQuery,
} from "./schema.ts";
import { recordInvitationSent } from "./store.ts";
import { removeBusinessMember, updateBusinessMember } from "./updateBusinessMember.ts";

const tag = "Members";
const MEMBERS = "/businesses/:business/members";
const INVITATIONS = "/businesses/:business/invitations";

/** Returns the routes of business members and invitations (app-operations, "Session and first steps"). */
export function memberRoutes(context: Context, emailOutbox: EmailOutbox): Route[] {
  const { database, clock } = context;
  return [
    route({
      method: "GET",
      path: MEMBERS,
      access: appOnly("owner"),
      operationId: "listBusinessMembers",
      tag,
      summary: "List business members",
      description: "Oldest membership first.",
      query: MemberQuery,
      data: BusinessMemberPage,
      run: async ({ businessId, query }) => ({
        data: await listBusinessMembers(database, businessId, query),
      }),
    }),
    route({
      method: "PATCH",
      path: `${MEMBERS}/:user`,
      access: appOnly("owner"),
      operationId: "updateBusinessMember",
      tag,
      summary: "Update a business member",
      description:
        "The new role applies from the member's next request. The role of the last owner cannot change.",
      body: BusinessMemberChanges,
      data: BusinessMember,
      run: ({ businessId, params, body, write }) =>
        write(database, (tx) => updateBusinessMember(tx, businessId, params.user, body, clock.now())),
    }),
    route({
      method: "DELETE",
      path: `${MEMBERS}/:user`,
      access: appOnly("owner"),
      operationId: "removeBusinessMember",
      tag,
      summary: "Remove a business member",
      description:
        "The user loses access to the business from their next request. API keys that the user created pass to the owner with the longest membership. The last owner cannot be removed.",
      data: Deleted,
      run: ({ businessId, params, write }) =>
        write(database, (tx) => removeBusinessMember(tx, businessId, params.user)),
    }),
    route({
      method: "GET",
      path: INVITATIONS,
      access: appOnly("owner"),
      operationId: "listInvitations",
      tag,
      summary: "List open invitations",
      description:
        "Newest first. `sent_at` is null if the e-mail could not be sent. Create the invitation again to send another e-mail.",
      query: MemberQuery,
      data: InvitationPage,
      run: async ({ businessId, query }) => ({
        data: await listOpenInvitations(database, businessId, query, clock.now()),
      }),
    }),
    route({
      method: "POST",
      path: INVITATIONS,
      access: appOnly("owner"),
      operationId: "createInvitation",
      tag,
      summary: "Create an invitation",
      description:
        "Sends an e-mail with a link that is valid for seven days. A new invitation for the same address replaces the earlier link. A business can send 20 invitations a day.",
      body: InvitationInput,
      data: Invitation,
      status: 201,
      run: async ({ businessId, caller, body, storeResponse, replaceResponse }) => {
        const { invitation, answer } = await database.transaction(async (tx) => {
          const invitation = await createInvitation(tx, businessId, caller.userId, body, clock.now());
          return { invitation, answer: storeResponse(tx, { data: invitation.record }) };
        });
        // The e-mail is sent after the commit, so that the lock on the business is not held while a slow mail server responds.
        if (!(await emailOutbox.deliver(invitationEmail(invitation, emailOutbox.address())))) return answer;
        const sentAt = clock.now();
        return database.transaction(async (tx) => {
          tx.write(recordInvitationSent, { id: answer.data.id, now: sentAt });
          const at = utcText(sentAt);
          return replaceResponse(tx, { data: { ...answer.data, sent_at: at, updated_at: at } });
        });
      },
    }),
    route({
      method: "DELETE",
      path: `${INVITATIONS}/:invitation`,
      access: appOnly("owner"),
      operationId: "revokeInvitation",
      tag,
      summary: "Revoke an invitation",
      data: Deleted,
      run: ({ businessId, params, write }) =>
        write(database, (tx) => revokeInvitation(tx, businessId, params.invitation)),
    }),
    route({
      method: "POST",
      path: "/invitations/accept",
      access: { kind: "session" },
      operationId: "acceptInvitation",
      tag,
      summary: "Accept an invitation",
      description:
        "Requires the token from the link in the e-mail. A token can be used once. The user must be signed in with the invited address.",
      body: AcceptInvitationInput,
      data: BusinessMembership,
      run: ({ caller, body, write }) =>
        write(database, (tx) => acceptInvitation(tx, caller.userId, body.token, clock.now())),
    }),
  ];
}
