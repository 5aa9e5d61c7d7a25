import type { FastifyReply, FastifyRequest } from "fastify";
import type { ApiError } from "../../kernel/errors.ts";
import type { Markup } from "./markup.ts";
import { pagePolicy } from "./pagePolicy.ts";

/** What a public route shows somebody who comes with a browser instead of a program. */
export interface PageOf<Params> {
  /** The page, for a visit or for a form that was sent; refusals may be thrown. */
  readonly show: (visitor: Visitor<Params>) => Promise<Page>;
  /** The page of a refusal: its status is the page's own. */
  readonly refused: (error: ApiError) => Page;
}

export interface Visitor<Params> {
  readonly params: Params;
  /** What a form of the page has sent; null for a visit. */
  readonly form: URLSearchParams | null;
  readonly address: string;
}

/** A page, or where to look instead. */
export type Page =
  | {
      readonly status: number;
      readonly html: Markup;
      /** All the style and script the page may use: the policy lets nothing else in. */
      readonly style: string;
      readonly script?: string;
    }
  | { readonly seeOther: string };

/** Whether HTML is what somebody would rather have: a program that takes anything, or sends JSON, gets JSON. */
export function wantsPage({ headers }: FastifyRequest): boolean {
  if (headers["content-type"]?.toLowerCase().startsWith("application/json")) return false;
  const accepted = (headers.accept ?? "").toLowerCase();
  return weightOf(accepted, "text", "html") > weightOf(accepted, "application", "json");
}

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  reply.header("vary", "accept");
  if ("seeOther" in page) return reply.code(303).header("location", page.seeOther).send();
  return reply
    .code(page.status)
    .header("content-type", "text/html; charset=utf-8")
    .header("content-security-policy", pagePolicy({ style: page.style, script: page.script, hasForm: true }))
    .send(page.html.markup);
}

/** How much a media type is wanted, from 0 to 1, by the most exact range that names it (RFC 9110 §12.5.1). */
function weightOf(accepted: string, type: string, subtype: string): number {
  const ranges = accepted.split(",").map((range) => range.split(";").map((part) => part.trim()));
  for (const name of [`${type}/${subtype}`, `${type}/*`, "*/*"]) {
    const found = ranges.find(([range]) => range === name);
    if (found === undefined) continue;
    const weight = found.find((part) => part.startsWith("q="));
    return weight === undefined ? 1 : Number(weight.slice(2)) || 0;
  }
  return 0;
}
