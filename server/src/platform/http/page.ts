import type { FastifyReply } from "fastify";
import type { ApiError } from "../../kernel/errors.ts";
import { html, type Markup } from "./markup.ts";
import { pagePolicy } from "./pagePolicy.ts";
import { PAGE_STYLE } from "./pageStyle.ts";

/** A page for users that works without scripts, loads no other resources and fits on a phone. */
export interface Page {
  /** The HTTP status; default: 200. */
  readonly status?: number;
  /** The language as a BCP 47 tag; default: English. */
  readonly language?: string;
  /** The name shown above the title; default: Daybook. */
  readonly from?: string;
  readonly title: string;
  readonly body: Markup;
  /** The only script that the page's content security policy allows. */
  readonly script?: string;
  /** Values of `Set-Cookie` headers. */
  readonly cookies?: readonly string[];
}

/** A page or a redirect (303). */
export type PageAnswer = Page | { readonly seeOther: string };

/** Sends a page with its content security policy and `no-store`. */
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

/** Renders a page as an HTML document. */
export function documentOf({ language = "en", from = "Daybook", title, body, script }: Page): Markup {
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

/** A sentence, with its BCP 47 language tag if that differs from the page's. */
export interface Sentence {
  readonly language?: string;
  readonly text: string;
}

/** Returns the page for an error: the same sentence in each language, and for a server error the request id. */
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
