import { manageUrl } from "./manageToken.ts";
import { waitlistUrl } from "./waitlistToken.ts";

const MARK = /\u{E000}(w?)([0-9a-f-]{36})\u{E000}/gu;

/**
 * Returns the placeholder of an appointment's manage link in a queued e-mail, because the queue must not contain a link that
 * grants access. It encloses the id in private-use characters, which are removed from users' texts in e-mails.
 */
export function manageLinkMark(appointmentId: string): string {
  return `\u{E000}${appointmentId}\u{E000}`;
}

/** Returns the placeholder of the link of a waitlist entry in a queued e-mail. */
export function waitlistLinkMark(entryId: string): string {
  return `\u{E000}w${entryId}\u{E000}`;
}

/** Returns a function that replaces the placeholders in an e-mail with the links when the e-mail is sent. */
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
