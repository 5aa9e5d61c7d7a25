import type { CardLibrary, PageHost } from "./host.ts";

/**
 * Returns the Content-Security-Policy of a page. The policy allows scripts and images from this server only, and the style sheet by its
 * hash. If the page has a card form, the policy also allows the sources of the payment provider's library.
 */
export function policyOf(
  host: PageHost,
  css: string,
  frameAncestors = "'none'",
  cardLibrary: CardLibrary | null = null,
): string {
  const { script = [], connect = [], frame = [] } = cardLibrary?.sources ?? {};
  return [
    "default-src 'none'",
    ["script-src 'self'", ...script].join(" "),
    "worker-src 'self'",
    ["connect-src 'self'", ...connect].join(" "),
    ...(frame.length === 0 ? [] : [["frame-src", ...frame].join(" ")]),
    "img-src 'self' data:",
    `style-src 'sha256-${host.sha256(css)}'`,
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
  ].join("; ");
}
