import { withColon } from "../../../platform/email/index.ts";
import { phoneText } from "./participants.ts";

/** The content of an e-mail, in the order of the text. Texts are single lines, except the opening, the terms and the closing. */
export interface EmailContent {
  /** The language tag (BCP 47) of the HTML body. */
  readonly language: string;
  readonly subject: string;
  readonly greeting: string;
  readonly opening: string;
  /** The rows of the table with the details of the appointment. A row with an empty label continues the row above. */
  readonly facts: readonly Fact[];
  /** The note that the appointment is not confirmed yet; null for a confirmed appointment. */
  readonly notConfirmed: string | null;
  /** The cancellation terms; null without terms. */
  readonly terms: { readonly label: string; readonly lines: readonly string[] } | null;
  readonly links: readonly EmailLink[];
  /** The contact details of the location; null if it has neither a telephone number nor an e-mail address. */
  readonly contact: {
    readonly request: string;
    readonly phone: string | null;
    readonly email: string | null;
  } | null;
  /** The business's text at the end; null without a text. */
  readonly closing: string | null;
  readonly farewell: string;
  readonly business: string;
  /** The name and address of the location. */
  readonly location: string;
}

/** A row of the table: a label and a text such as `10:00`, optionally followed by `Europe/Berlin` in parentheses. */
export interface Fact {
  readonly label: string;
  readonly text: string;
  readonly parenthesis?: string;
}

/** A link to a page that asks for confirmation before it changes anything, because mail scanners open every link. */
export interface EmailLink {
  readonly label: string;
  readonly url: string;
  /** How the HTML body shows the link: as the main button, as another button, or as a link in the text. */
  readonly look: "main" | "button" | "text";
}

export function textBody(content: EmailContent): string {
  const { language, notConfirmed, terms, contact, closing } = content;
  const phone = contact?.phone == null ? null : phoneText(contact.phone);
  const contacts = [phone, contact?.email].filter((each) => each != null);
  return [
    content.greeting,
    "",
    content.opening,
    "",
    ...table(content),
    "",
    ...(notConfirmed === null ? [] : [notConfirmed, ""]),
    ...(terms === null ? [] : [withColon(language, terms.label), ...terms.lines, ""]),
    ...content.links.flatMap(({ label, url }) => [withColon(language, label), url, ""]),
    ...(contact === null ? [] : [contact.request, contacts.join(", "), ""]),
    ...(closing === null ? [] : [closing, ""]),
    content.farewell,
    content.business,
    "",
  ].join("\n");
}

/** Formats the details as lines, with labels padded to equal width. */
function table({ language, facts }: EmailContent): string[] {
  const rows = facts.map(({ label, text, parenthesis }) => ({
    label: label === "" ? "" : withColon(language, label),
    fact: parenthesis === undefined ? text : `${text} (${parenthesis})`,
  }));
  const width = Math.max(...rows.map(({ label }) => label.length)) + 1;
  return rows.map(({ label, fact }) => label.padEnd(width) + fact);
}
