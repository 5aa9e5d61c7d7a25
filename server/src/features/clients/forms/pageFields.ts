import { html, type Markup } from "../../../platform/http/markup.ts";
import { grouped, labelled, maxLengthOf } from "../../../platform/http/pageField.ts";
import { MAX_LENGTH } from "./answers.ts";
import { type FormSubmissionInput, MAX_SIGNER_LENGTH } from "./formSchema.ts";
import type { PageTexts } from "./pageTexts.ts";
import type { Field } from "./templateSchema.ts";

/** A rejected submission. The page shows its values and problems. */
export interface RefusedSubmission {
  readonly form: URLSearchParams;
  /** The ids of the fields with a problem. */
  readonly invalidFieldIds: ReadonlySet<string>;
  readonly isNameInvalid: boolean;
}

/** Maximum number of options that are shown as radio buttons; a choice with more options is shown as a select element. */
const MAX_RADIO_BUTTONS = 8;

/** Returns the HTML of a form field, with the value of a rejected submission. */
export function fieldPart(field: Field, texts: PageTexts, refused: RefusedSubmission | null): Markup {
  const name = field.type === "signature" ? SIGNATURE : nameOf(field);
  const before = refused?.form.getAll(name) ?? [];
  const [text = ""] = before;
  const required = field.required ? html` required` : html``;
  const question = {
    id: `f-${field.id}`,
    label: html`${field.label}${field.required ? "" : html` <small>(${texts.optional})</small>`}`,
    problem: problemOf(field, texts, refused, before),
  };
  const line = (attributes: Markup) =>
    labelled(question, (tied) => html`<input${tied} name="${name}"${attributes}${required}>`);
  const button = (kind: "radio" | "checkbox", value: string, label: string, needed = html``) =>
    html`<label class="choice"><input type="${kind}" name="${name}" value="${value}"${
      before.includes(value) ? html` checked` : html``
    }${needed}> <span>${label}</span></label>`;
  switch (field.type) {
    case "text":
      return line(html` type="text" maxlength="${maxLengthOf(MAX_LENGTH.text)}" value="${text}"`);
    case "long_text":
      // Browsers drop the first line break in a textarea, so the page adds one.
      return labelled(
        question,
        (
          tied,
        ) => html`<textarea${tied} name="${name}" maxlength="${maxLengthOf(MAX_LENGTH.long_text)}"${required}>
${text}</textarea>`,
      );
    case "date":
      return line(html` type="date" min="1900-01-01" max="2200-12-31" value="${text}"`);
    case "choice":
      if (field.options.length <= MAX_RADIO_BUTTONS)
        return grouped(
          question,
          html`${field.options.map((option) => button("radio", option, option, required))}`,
        );
      return labelled(
        question,
        (tied) =>
          html`<select${tied} name="${name}"${required}><option value="">${texts.choose}</option>${field.options.map(
            (option) => html`<option${before.includes(option) ? html` selected` : html``}>${option}</option>`,
          )}</select>`,
      );
    case "multi":
      return grouped(question, html`${field.options.map((option) => button("checkbox", option, option))}`);
    case "yes_no":
      return grouped(
        question,
        html`${button("radio", "yes", texts.yes, required)}${button("radio", "no", texts.no, required)}`,
      );
    case "consent": {
      const agree = field.required ? texts.agree : `${texts.agree} (${texts.optional})`;
      return grouped(
        { ...question, label: field.label, isText: true },
        button("checkbox", "yes", agree, required),
      );
    }
    case "signature":
      return grouped(
        question,
        html`<label for="f-${field.id}-text">${texts.typeSignature}</label> <input id="f-${field.id}-text" type="text" name="${SIGNATURE_TEXT}" maxlength="${maxLengthOf(
          MAX_SIGNER_LENGTH,
        )}" autocomplete="name" value="${refused?.form.get(SIGNATURE_TEXT) ?? ""}">
<div class="signature" hidden><input type="hidden" name="${name}"><canvas role="img" aria-label="${texts.sign}"></canvas><small>${texts.sign}</small><br><button type="button">${texts.clear}</button></div>`,
      );
  }
}

const SIGNATURE = "signature_png";
const SIGNATURE_TEXT = "signature_text";

function nameOf(field: Field): string {
  return `answer.${field.id}`;
}

/**
 * Returns the problem of an answer. A submitted signature is not shown again: after any problem, the client must draw the
 * signature again.
 */
function problemOf(
  field: Field,
  texts: PageTexts,
  refused: RefusedSubmission | null,
  before: readonly string[],
): string | undefined {
  const isEmpty = before.every((text) => text.trim() === "");
  if (field.type === "signature" && !isEmpty) return texts.signAgain;
  if (!refused?.invalidFieldIds.has(field.id)) return undefined;
  return isEmpty ? texts.isMissing : texts.isInvalid;
}

/** Converts the data of an HTML form to the JSON submission; unknown form fields are ignored. */
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
    signature_text: form.get(SIGNATURE_TEXT),
  };
}

function valueIn(field: Field, sent: readonly string[]): FormSubmissionInput["answers"][number]["value"] {
  const [first = null] = sent;
  if (field.type === "multi") return [...sent];
  // Browsers do not send an unchecked box.
  if (field.type === "consent") return first === "yes";
  if (field.type === "yes_no") return first === "yes" ? true : first === "no" ? false : first;
  return first?.replaceAll("\r\n", "\n") ?? null;
}
