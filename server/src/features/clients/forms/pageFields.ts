import { html, type Markup } from "../../../platform/http/markup.ts";
import { grouped, labelled, unitsOf } from "../../../platform/http/pageField.ts";
import { MAX_LENGTH } from "./answers.ts";
import type { FormSubmissionInput } from "./formSchema.ts";
import type { PageTexts } from "./pageTexts.ts";
import type { Field } from "./templateSchema.ts";

/** What was sent before and is not right yet: it stands in the page again. */
export interface Draft {
  readonly form: URLSearchParams;
  /** The fields that something is wrong with, and whether the name is. */
  readonly wrongFieldIds: ReadonlySet<string>;
  readonly isNameWrong: boolean;
}

/** More options than this fold into a list to choose from. */
const MOST_BUTTONS = 8;

/** A question of a form, with what was answered before. */
export function fieldPart(field: Field, words: PageTexts, draft: Draft | null): Markup {
  const name = field.type === "signature" ? SIGNATURE : nameOf(field);
  const before = draft?.form.getAll(name) ?? [];
  const [text = ""] = before;
  const required = field.required ? html` required` : html``;
  const question = {
    id: `f-${field.id}`,
    label: html`${field.label}${field.required ? "" : html` <small>(${words.optional})</small>`}`,
    problem: problemOf(field, words, draft, before),
  };
  const line = (attributes: Markup) =>
    labelled(question, (tied) => html`<input${tied} name="${name}"${attributes}${required}>`);
  const button = (kind: "radio" | "checkbox", value: string, words: string, needed = html``) =>
    html`<label class="choice"><input type="${kind}" name="${name}" value="${value}"${
      before.includes(value) ? html` checked` : html``
    }${needed}> <span>${words}</span></label>`;
  switch (field.type) {
    case "text":
      return line(html` type="text" maxlength="${unitsOf(MAX_LENGTH.text)}" value="${text}"`);
    case "long_text":
      // The line break behind the tag is not part of the text; without it the text's own first one would be dropped.
      return labelled(
        question,
        (
          tied,
        ) => html`<textarea${tied} name="${name}" maxlength="${unitsOf(MAX_LENGTH.long_text)}"${required}>
${text}</textarea>`,
      );
    case "date":
      return line(html` type="date" min="1900-01-01" max="2200-12-31" value="${text}"`);
    case "choice":
      if (field.options.length <= MOST_BUTTONS)
        return grouped(
          question,
          html`${field.options.map((option) => button("radio", option, option, required))}`,
        );
      return labelled(
        question,
        (tied) =>
          html`<select${tied} name="${name}"${required}><option value="">${words.choose}</option>${field.options.map(
            (option) => html`<option${before.includes(option) ? html` selected` : html``}>${option}</option>`,
          )}</select>`,
      );
    case "multi":
      return grouped(question, html`${field.options.map((option) => button("checkbox", option, option))}`);
    case "yes_no":
      return grouped(
        question,
        html`${button("radio", "yes", words.yes, required)}${button("radio", "no", words.no, required)}`,
      );
    case "consent": {
      const agree = field.required ? words.agree : `${words.agree} (${words.optional})`;
      return grouped(
        { ...question, label: field.label, isText: true },
        button("checkbox", "yes", agree, required),
      );
    }
    case "signature":
      return grouped(
        question,
        html`<div class="signature" hidden><input type="hidden" name="${name}"><canvas role="img" aria-label="${words.sign}"></canvas><small>${words.sign}</small><br><button type="button">${words.clear}</button></div>${
          field.required ? html`<noscript><p class="problem">${words.cannotSign}</p></noscript>` : html``
        }`,
      );
  }
}

const SIGNATURE = "signature_png";

function nameOf(field: Field): string {
  return `answer.${field.id}`;
}

/** What is wrong with an answer; a drawing that came once has to be drawn again whatever else was wrong. */
function problemOf(
  field: Field,
  words: PageTexts,
  draft: Draft | null,
  before: readonly string[],
): string | undefined {
  const isEmpty = before.every((text) => text.trim() === "");
  if (field.type === "signature" && !isEmpty) return words.signAgain;
  if (!draft?.wrongFieldIds.has(field.id)) return undefined;
  return isEmpty ? words.isMissing : words.isWrong;
}

/** What a form of the page has sent, as a program would have sent it. Whatever else stands in it is left alone. */
export function readForm(
  form: URLSearchParams,
  fields: readonly Field[],
): Omit<FormSubmissionInput, "form_id"> {
  return {
    answers: fields
      .filter((field) => field.type !== "signature")
      .map((field) => ({ field_id: field.id, value: valueIn(field, form.getAll(nameOf(field))) })),
    signer_name: form.get("signer_name") ?? "",
    signature_png: form.get(SIGNATURE),
  };
}

function valueIn(field: Field, sent: readonly string[]): FormSubmissionInput["answers"][number]["value"] {
  const [first = null] = sent;
  if (field.type === "multi") return [...sent];
  // A box that is not ticked is not sent.
  if (field.type === "consent") return first === "yes";
  if (field.type === "yes_no") return first === "yes" ? true : first === "no" ? false : first;
  return first?.replaceAll("\r\n", "\n") ?? null;
}
