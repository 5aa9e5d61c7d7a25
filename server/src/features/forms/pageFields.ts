import { html, type Markup } from "../../platform/http/markup.ts";
import type { Submission } from "./formSchema.ts";
import type { PageWords } from "./pageWords.ts";
import type { Field } from "./templateSchema.ts";

/** What was sent before and is not right yet: it stands in the page again. */
export interface Draft {
  readonly form: URLSearchParams;
  /** The fields that something is wrong with, and whether the name is missing. */
  readonly wrongFieldIds: ReadonlySet<string>;
  readonly lacksName: boolean;
}

/** More options than this fold into a list to choose from. */
const MOST_BUTTONS = 8;

/** A question of a form, with what was answered before. */
export function fieldPart(field: Field, words: PageWords, draft: Draft | null): Markup {
  const name = field.type === "signature" ? SIGNATURE : nameOf(field);
  const id = `f-${field.id}`;
  const before = draft?.form.getAll(name) ?? [];
  const required = field.required ? html` required` : html``;
  const label = html`${field.label}${field.required ? "" : html` <span class="hint">(${words.optional})</span>`}`;
  const wrong = wrongPart(field, words, draft, before);
  const labelled = (control: Markup) =>
    html`<div class="field"><label class="label" for="${id}">${label}</label>${control}${wrong}</div>
`;
  const grouped = (controls: Markup) =>
    html`<fieldset><legend>${label}</legend>${controls}${wrong}</fieldset>
`;
  const button = (kind: "radio" | "checkbox", value: string, text: string, needed = html``) =>
    html`<label class="choice"><input type="${kind}" name="${name}" value="${value}"${
      before.includes(value) ? html` checked` : html``
    }${needed}> <span>${text}</span></label>`;
  switch (field.type) {
    case "text":
      return labelled(
        html`<input type="text" id="${id}" name="${name}" maxlength="500" value="${before[0] ?? ""}"${required}>`,
      );
    case "long_text":
      // The line break behind the tag is not part of the text; without it the text's own first one would be dropped.
      return labelled(
        html`<textarea id="${id}" name="${name}" maxlength="10000"${required}>
${before[0] ?? ""}</textarea>`,
      );
    case "date":
      return labelled(
        html`<input type="date" id="${id}" name="${name}" min="1900-01-01" max="2200-12-31" value="${before[0] ?? ""}"${required}>`,
      );
    case "choice":
      if (field.options.length <= MOST_BUTTONS)
        return grouped(html`${field.options.map((option) => button("radio", option, option, required))}`);
      return labelled(
        html`<select id="${id}" name="${name}"${required}><option value="">${words.choose}</option>${field.options.map(
          (option) => html`<option${before.includes(option) ? html` selected` : html``}>${option}</option>`,
        )}</select>`,
      );
    case "multi":
      return grouped(html`${field.options.map((option) => button("checkbox", option, option))}`);
    case "yes_no":
      return grouped(
        html`${button("radio", "yes", words.yes, required)}${button("radio", "no", words.no, required)}`,
      );
    case "consent":
      return html`<div class="field consent"><p class="text">${field.label}</p>${button(
        "checkbox",
        "yes",
        field.required ? words.agree : `${words.agree} (${words.optional})`,
        required,
      )}${wrong}</div>
`;
    case "signature":
      return html`<div class="field signature"><span class="label">${label}</span><input type="hidden" name="${name}"><div class="pad" hidden><canvas aria-label="${words.sign}"></canvas><span class="hint">${words.sign}</span><br><button type="button" class="clear">${words.clear}</button></div>${
        field.required ? html`<noscript><p class="wrong">${words.cannotSign}</p></noscript>` : html``
      }${before.join("") === "" ? wrong : html`<p class="wrong">${words.signAgain}</p>`}</div>
`;
  }
}

const SIGNATURE = "signature_png";

function nameOf(field: Field): string {
  return `answer.${field.id}`;
}

function wrongPart(field: Field, words: PageWords, draft: Draft | null, before: readonly string[]): Markup {
  if (!draft?.wrongFieldIds.has(field.id)) return html``;
  const isEmpty = before.every((text) => text.trim() === "");
  return html`<p class="wrong">${isEmpty ? words.isMissing : words.isWrong}</p>`;
}

/** What a form of the page has sent, as a program would have sent it. Whatever else stands in it is left alone. */
export function readForm(form: URLSearchParams, fields: readonly Field[]): Omit<Submission, "form_id"> {
  return {
    answers: fields
      .filter((field) => field.type !== "signature")
      .map((field) => ({ field_id: field.id, value: valueIn(field, form.getAll(nameOf(field))) })),
    signer_name: form.get("signer_name") ?? "",
    signature_png: form.get(SIGNATURE),
  };
}

function valueIn(field: Field, sent: readonly string[]): Submission["answers"][number]["value"] {
  const [first = null] = sent;
  if (field.type === "multi") return [...sent];
  // A box that is not ticked is not sent.
  if (field.type === "consent") return first === "yes";
  if (field.type === "yes_no") return first === "yes" ? true : first === "no" ? false : first;
  return first?.replaceAll("\r\n", "\n") ?? null;
}
