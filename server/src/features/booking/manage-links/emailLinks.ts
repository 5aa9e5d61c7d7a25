import { manageUrl } from "./manageToken.ts";
import { waitlistUrl } from "./waitlistToken.ts";

const MARK = /\u{E000}(w?)([0-9a-f-]{36})\u{E000}/gu;

/**
 * Returns a placeholder for an appointment's manage link. Queued e-mails contain placeholders instead of links, because a link
 * gives access to the appointment. The placeholder encloses the id in private-use characters. Texts of users cannot contain a
 * placeholder, because the e-mail code removes these characters from them.
 */
export function manageLinkMark(appointmentId: string): string {
  return `\u{E000}${appointmentId}\u{E000}`;
}

/** Returns a placeholder for a waitlist entry's link in queued e-mails. */
export function waitlistLinkMark(entryId: string): string {
  return `\u{E000}w${entryId}\u{E000}`;
}

/** Returns a function that replaces the placeholders with links when an e-mail is sent. */
export function fillManageLinks(settings: {
  readonly secret: string;
  readonly address: string;
}): (text: string, businessId: string) => string {
  const { secret, address } = settings;
  return (text, businessId) =>
    text.replaceAll(MARK, (_, kind: string, id: string) =>
      kind === "w"
        ? waitlistUrl(address, secret, { businessId, id })
        : manageUrl(address, secret, { businessId, appointmentId: id }),
    );
}
