import type { FastifyReply } from "fastify";
import type { ApiError } from "../../kernel/errors.ts";
import { html, type Markup } from "./markup.ts";
import { pagePolicy } from "./pagePolicy.ts";
import { PAGE_STYLE } from "./pageStyle.ts";

/** A page of ours for people: it works without a script, loads nothing, and fits a phone. */
export interface Page {
  /** 200 unless told. */
  readonly status?: number;
  /** Of its words, as BCP 47 names it; English unless told. */
  readonly language?: string;
  /** Whose page it is, above its title: Daybook's unless told. */
  readonly from?: string;
  readonly title: string;
  readonly body: Markup;
  /** All the script it runs: the policy lets no other. */
  readonly script?: string;
  /** `Set-Cookie` headers that go with it. */
  readonly cookies?: readonly string[];
}

/** A page, or where to look instead. */
export type PageAnswer = Page | { readonly seeOther: string };

/** Sends a page with all that goes with every one of them: what it may load, and that nobody keeps it. */
export function sendPage(reply: FastifyReply, shown: PageAnswer): FastifyReply {
  reply.header("cache-control", "no-store");
  if ("seeOther" in shown) return reply.code(303).header("location", shown.seeOther).send();
  const { status = 200, script, cookies = [] } = shown;
  if (cookies.length > 0) reply.header("set-cookie", cookies);
  return reply
    .code(status)
    .header("content-type", "text/html; charset=utf-8")
    .header("content-security-policy", pagePolicy({ style: PAGE_STYLE, script, hasForm: true }))
    .send(documentOf(shown).markup);
}

function documentOf({ language = "en", from = "Daybook", title, body, script }: Page): Markup {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${from}</title>
<style>${{ markup: PAGE_STYLE }}</style>
</head>
<body>
<header>${from}</header>
<main>
<h1>${title}</h1>
${body}</main>
${script === undefined ? "" : html`<script>${{ markup: script }}</script>\n`}</body>
</html>
`;
}

/** A sentence, and of which language where that is not the page's. */
export interface Sentence {
  readonly language?: string;
  readonly text: string;
}

/** The page for an error: the same sentence in each language, and the request id for a server error. */
export function refusalPage(
  error: ApiError,
  requestId: string,
  { title, sentences }: { readonly title: string; readonly sentences: readonly Sentence[] },
): Page {
  const paragraphs = sentences.map(
    ({ language, text }) => html`<p${language === undefined ? "" : html` lang="${language}"`}>${text}</p>
`,
  );
  return {
    status: error.status,
    title,
    body: html`<div role="alert">
${paragraphs}</div>
${error.status >= 500 ? html`<p><small>Request ${requestId}</small></p>\n` : ""}`,
  };
}
