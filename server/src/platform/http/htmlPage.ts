import type { FastifyRequest } from "fastify";
import type { ApiError } from "../../kernel/errors.ts";
import type { Page, PageAnswer } from "./page.ts";

/** What a public route shows somebody who comes with a browser instead of a program. */
export interface HtmlPage<Params> {
  /** The page, for a visit or for a form that was sent; refusals may be thrown. */
  readonly show: (visitor: Visitor<Params>) => Promise<PageAnswer>;
  /** The page of a refusal: its status is the page's own. */
  readonly refused: (error: ApiError, requestId: string) => Page;
}

export interface Visitor<Params> {
  readonly params: Params;
  /** What a form of the page has sent; null for a visit. */
  readonly form: URLSearchParams | null;
  readonly address: string;
}

/** Whether HTML is what somebody would rather have: a program that takes anything, or sends JSON, gets JSON. */
export function wantsPage({ headers }: FastifyRequest): boolean {
  if (headers["content-type"]?.toLowerCase().startsWith("application/json")) return false;
  const accepted = (headers.accept ?? "").toLowerCase();
  return weightOf(accepted, "text", "html") > weightOf(accepted, "application", "json");
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
