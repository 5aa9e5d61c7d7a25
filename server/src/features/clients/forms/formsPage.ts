import type { ApiError } from "../../../kernel/errors.ts";
import { html, type Markup } from "../../../platform/http/markup.ts";
import { type Page, refusalPage } from "../../../platform/http/page.ts";
import { lineField } from "../../../platform/http/pageField.ts";
import { type LinkedFormsRecord, MAX_SIGNER_LENGTH } from "./formSchema.ts";
import { fieldPart, type RefusedSubmission } from "./pageFields.ts";
import { PAGE_SCRIPT } from "./pageScript.ts";
import { LINK_NOT_FOUND, type PageTexts, REQUEST_FAILED, textsFor } from "./pageTexts.ts";

/**
 * Returns the page of a link: the first pending form, followed by the completed forms. The page contains no data of the appointment or the
 * client. With `refused`, shows a rejected submission again with its values and problems.
 */
export function formsPage(
  linked: LinkedFormsRecord,
  locale: string,
  refused: (RefusedSubmission & { readonly formId: string }) | null = null,
): Page {
  const texts = textsFor(locale);
  const { forms, business_name: from } = linked;
  const pending = forms.filter((form) => form.status === "pending");
  const open = pending.find((form) => form.id === refused?.formId) ?? pending[0];
  const page = { language: texts.language, from };
  if (open === undefined) {
    const text = forms.length === 0 ? texts.nothing : texts.allDone;
    return {
      ...page,
      title: texts.title,
      body: html`<p role="status">${text}</p>
${donePart(forms, texts)}`,
    };
  }
  const shown = open.id === refused?.formId ? refused : null;
  const step = { nth: forms.length - pending.length + 1, of: forms.length };
  return {
    ...page,
    status: shown === null ? 200 : 422,
    title: open.name,
    body: html`${formPart(open, texts, shown, step)}${donePart(forms, texts)}`,
    script: PAGE_SCRIPT,
  };
}

/** Returns the page for a failed request. The page does not reveal why a link is invalid or to which business the link belongs. */
export function refusedPage(error: ApiError, requestId: string): Page {
  return refusalPage(error, requestId, {
    title: "Forms",
    sentences: error.status === 404 ? LINK_NOT_FOUND : REQUEST_FAILED,
  });
}

type LinkedForm = LinkedFormsRecord["forms"][number];

function formPart(
  form: LinkedForm,
  texts: PageTexts,
  refused: RefusedSubmission | null,
  step: { readonly nth: number; readonly of: number },
): Markup {
  const name = refused?.form.get("signer_name") ?? "";
  const nameProblem = name.trim() === "" ? texts.isMissing : texts.isInvalid;
  return html`${step.of > 1 ? html`<p><small>${texts.step(step.nth, step.of)}</small></p>\n` : ""}${
    refused === null ? "" : html`<p class="alert" role="alert">${texts.hasProblems}</p>\n`
  }<form method="post">
<input type="hidden" name="form_id" value="${form.id}">
${form.fields.map((field) => fieldPart(field, texts, refused))}${lineField({
  name: "signer_name",
  label: texts.name,
  type: "text",
  autocomplete: "name",
  maxCharacters: MAX_SIGNER_LENGTH,
  value: name,
  problem: refused?.isNameInvalid ? nameProblem : undefined,
})}<button type="submit">${texts.send}</button>
</form>
`;
}

function donePart(forms: readonly LinkedForm[], texts: PageTexts): Markup {
  const done = forms.filter((form) => form.status === "completed");
  if (done.length === 0) return html``;
  return html`<ul>${done.map((form) => html`<li>✓ ${form.name} <small>${texts.isDone}</small></li>`)}</ul>
`;
}
