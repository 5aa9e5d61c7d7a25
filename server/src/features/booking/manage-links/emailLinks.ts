import { manageUrl } from "./manageToken.ts";

const MARK = /\u{E000}([0-9a-f-]{36})\u{E000}/gu;

/**
 * The place of an appointment's manage link in a queued e-mail: the queue must not contain a link that grants access. Private-use
 * characters, which texts of users lose in e-mails, enclose the id.
 */
export function manageLinkMark(appointmentId: string): string {
  return `\u{E000}${appointmentId}\u{E000}`;
}

/** Replaces the marks in an e-mail of a business by the links, when it is sent. */
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
