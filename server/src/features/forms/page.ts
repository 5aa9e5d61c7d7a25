import type { ApiError } from "../../kernel/errors.ts";
import { html, type Markup } from "../../platform/http/markup.ts";
import type { Page } from "../../platform/http/page.ts";
import type { LinkedFormsRecord } from "./formSchema.ts";
import { type Draft, fieldPart } from "./pageFields.ts";
import { PAGE_SCRIPT } from "./pageScript.ts";
import { PAGE_STYLE } from "./pageStyle.ts";
import { FAILED, GONE, type PageWords, wordsOf } from "./pageWords.ts";

/**
 * The page behind a link: one form at a time, the first that is not filled in, and below it those that are. Nothing on
 * it tells of the visit or the client. With a draft it is the form that was sent and needs another look.
 */
export function formsPage(
  linked: LinkedFormsRecord,
  locale: string,
  draft: (Draft & { readonly formId: string }) | null = null,
): Page {
  const words = wordsOf(locale);
  const { forms } = linked;
  const pending = forms.filter((form) => form.status === "pending");
  const open = pending.find((form) => form.id === draft?.formId) ?? pending[0];
  const shown = open?.id === draft?.formId ? draft : null;
  const body = html`<h1>${linked.business_name}</h1>
<main>
${
  open === undefined
    ? html`<p>${forms.length === 0 ? words.nothing : words.allDone}</p>`
    : formPart(open, words, shown, { nth: forms.length - pending.length + 1, of: forms.length })
}
</main>
${donePart(forms, words)}`;
  return {
    status: shown === null ? 200 : 422,
    html: documentOf(words.language, `${words.title} · ${linked.business_name}`, body, PAGE_SCRIPT),
    style: PAGE_STYLE,
    script: PAGE_SCRIPT,
  };
}

/** What somebody sees instead of a form: nothing of why, and nothing of whose link it was. */
export function refusalPage(error: ApiError): Page {
  const texts = error.status === 404 ? GONE : FAILED;
  const body = html`<main>${texts.map(
    ({ language, text }) => html`<p lang="${language}">${text}</p>
`,
  )}</main>`;
  return { status: error.status, html: documentOf("en", "Forms", body), style: PAGE_STYLE };
}

type OpenForm = LinkedFormsRecord["forms"][number];

function formPart(
  form: OpenForm,
  words: PageWords,
  draft: Draft | null,
  step: { readonly nth: number; readonly of: number },
): Markup {
  return html`<form method="post">
${step.of > 1 ? html`<div class="step">${words.step(step.nth, step.of)}</div>` : html``}<h2>${form.name}</h2>
${draft === null ? html`` : html`<p class="alert" role="alert">${words.hasProblems}</p>`}
<input type="hidden" name="form_id" value="${form.id}">
${form.fields.map((field) => fieldPart(field, words, draft))}<div class="field"><label class="label" for="signer">${words.name}</label><input type="text" id="signer" name="signer_name" maxlength="120" autocomplete="name" value="${draft?.form.get("signer_name") ?? ""}" required>${
    draft?.lacksName ? html`<p class="wrong">${words.isMissing}</p>` : html``
  }</div>
<button type="submit">${words.send}</button>
</form>`;
}

function donePart(forms: readonly OpenForm[], words: PageWords): Markup {
  const done = forms.filter((form) => form.status === "completed");
  if (done.length === 0) return html``;
  return html`<ul class="done">${done.map((form) => html`<li>✓ ${form.name} <span class="hint">${words.isDone}</span></li>`)}</ul>
`;
}

function documentOf(language: string, title: string, body: Markup, script?: string): Markup {
  return html`<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${{ markup: PAGE_STYLE }}</style>
${body}
${script === undefined ? html`` : html`<script>${{ markup: script }}</script>`}
</html>
`;
}
