import type { FastifyRequest } from "fastify";
import type { ApiError } from "../../kernel/errors.ts";
import type { Page, PageAnswer } from "./page.ts";

/** The HTML page of a public route, for browsers. */
export interface HtmlPage<Params> {
  /** Builds the page for a GET or a submitted form. May throw an `ApiError`. */
  readonly show: (visitor: Visitor<Params>) => Promise<PageAnswer>;
  /** Builds the page for an error. The page must set the HTTP status. */
  readonly refused: (error: ApiError, requestId: string) => Page;
}

export interface Visitor<Params> {
  readonly params: Params;
  /** The submitted fields; null if no form was submitted. */
  readonly form: URLSearchParams | null;
  readonly address: string;
}

/** Returns whether the client prefers HTML. A client that accepts everything, or sends JSON, gets JSON. */
export function wantsPage({ headers }: FastifyRequest): boolean {
  if (headers["content-type"]?.toLowerCase().startsWith("application/json")) return false;
  return prefersText(headers.accept, "html");
}

/** Returns whether an `Accept` header prefers `text/html` or `text/csv` to JSON. */
export function prefersText(accept: string | undefined, subtype: "html" | "csv"): boolean {
  const accepted = (accept ?? "").toLowerCase();
  return weightOf(accepted, "text", subtype) > weightOf(accepted, "application", "json");
}

/** Returns the quality value of a media type, from 0 to 1, by the most specific range that matches (RFC 9110 §12.5.1). */
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
