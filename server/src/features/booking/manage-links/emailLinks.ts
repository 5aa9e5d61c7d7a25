import { manageUrl } from "./manageToken.ts";

const MARK = /\u{E000}([0-9a-f-]{36})\u{E000}/gu;

/**
 * Returns the placeholder of an appointment's manage link in a queued e-mail, because the queue must not contain a link that
 * grants access. It encloses the id in private-use characters, which are removed from users' texts in e-mails.
 */
export function manageLinkMark(appointmentId: string): string {
  return `\u{E000}${appointmentId}\u{E000}`;
}

/** Returns a function that replaces the placeholders in an e-mail with the links when the e-mail is sent. */
export function fillManageLinks(settings: {
  readonly secret: string;
  readonly address: string;
}): (text: string, businessId: string) => string {
  const { secret, address } = settings;
  return (text, businessId) =>
    text.replaceAll(MARK, (_, appointmentId: string) =>
      manageUrl(address, secret, { businessId, appointmentId }),
    );
}
