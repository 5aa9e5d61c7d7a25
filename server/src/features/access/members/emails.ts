import type { Email } from "../../../platform/email/index.ts";
import type { SentInvitation } from "./invitations.ts";

/** The names of the roles, as text that follows "as" in a sentence. */
export const ROLE_PHRASES = {
  owner: "an owner",
  manager: "a manager",
  reception: "reception",
  staff: "a staff member",
} as const;

export function invitationEmail(invitation: SentInvitation, address: string): Email {
  const { record, token, businessName, invitedBy } = invitation;
  return {
    to: record.email,
    subject: `Your invitation to ${businessName}`,
    text: [
      "Hello,",
      "",
      `${invitedBy || "The owner"} invites you to ${businessName} on Daybook, as ${ROLE_PHRASES[record.role]}.`,
      "Accept it here within seven days; sign in, or sign up with this e-mail address:",
      "",
      `${address}/invitation?token=${token}`,
      "",
      "If you do not know the sender, ignore this e-mail.",
      "",
    ].join("\n"),
  };
}
