import type { ApiError } from "../../../kernel/errors.ts";
import { html, type Markup } from "../../../platform/http/markup.ts";
import { type Page, refusalPage } from "../../../platform/http/page.ts";
import { lineField } from "../../../platform/http/pageField.ts";
import { type LinkedFormsRecord, MAX_SIGNER_LENGTH } from "./formSchema.ts";
import { type Draft, fieldPart } from "./pageFields.ts";
import { PAGE_SCRIPT } from "./pageScript.ts";
import { FAILED, GONE, type PageTexts, textsFor } from "./pageTexts.ts";

/**
 * The page behind a link: one form at a time, the first that is not filled in, and below it those that are. Nothing on
 * it tells of the visit or the client. With a draft it is the form that was sent and needs another look.
 */
export function formsPage(
  linked: LinkedFormsRecord,
  locale: string,
  draft: (Draft & { readonly formId: string }) | null = null,
): Page {
  const words = textsFor(locale);
  const { forms, business_name: from } = linked;
  const pending = forms.filter((form) => form.status === "pending");
  const open = pending.find((form) => form.id === draft?.formId) ?? pending[0];
  const page = { language: words.language, from };
  if (open === undefined) {
    const said = forms.length === 0 ? words.nothing : words.allDone;
    return {
      ...page,
      title: words.title,
      body: html`<p role="status">${said}</p>
${donePart(forms, words)}`,
    };
  }
  const shown = open.id === draft?.formId ? draft : null;
  const step = { nth: forms.length - pending.length + 1, of: forms.length };
  return {
    ...page,
    status: shown === null ? 200 : 422,
    title: open.name,
    body: html`${formPart(open, words, shown, step)}${donePart(forms, words)}`,
    script: PAGE_SCRIPT,
  };
}

/** What somebody sees instead of a form: nothing of why, and nothing of whose link it was. */
export function refusedPage(error: ApiError, requestId: string): Page {
  return refusalPage(error, requestId, { title: "Forms", said: error.status === 404 ? GONE : FAILED });
}

type LinkedForm = LinkedFormsRecord["forms"][number];

function formPart(
  form: LinkedForm,
  words: PageTexts,
  draft: Draft | null,
  step: { readonly nth: number; readonly of: number },
): Markup {
  const name = draft?.form.get("signer_name") ?? "";
  const nameProblem = name.trim() === "" ? words.isMissing : words.isWrong;
  return html`${step.of > 1 ? html`<p><small>${words.step(step.nth, step.of)}</small></p>\n` : ""}${
    draft === null ? "" : html`<p class="alert" role="alert">${words.hasProblems}</p>\n`
  }<form method="post">
<input type="hidden" name="form_id" value="${form.id}">
${form.fields.map((field) => fieldPart(field, words, draft))}${lineField({
  name: "signer_name",
  label: words.name,
  type: "text",
  autocomplete: "name",
  most: MAX_SIGNER_LENGTH,
  value: name,
  problem: draft?.isNameWrong ? nameProblem : undefined,
})}<button type="submit">${words.send}</button>
</form>
`;
}

function donePart(forms: readonly LinkedForm[], words: PageTexts): Markup {
  const done = forms.filter((form) => form.status === "completed");
  if (done.length === 0) return html``;
  return html`<ul>${done.map((form) => html`<li>✓ ${form.name} <small>${words.isDone}</small></li>`)}</ul>
`;
}
