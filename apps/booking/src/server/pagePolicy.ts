import type { PageHost } from "./host.ts";

/**
 * Returns the Content-Security-Policy. It allows scripts and images from this server only, and the style sheet by its hash.
 */
export function policyOf(host: PageHost, css: string, frameAncestors = "'none'"): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    `style-src 'sha256-${host.sha256(css)}'`,
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
  ].join("; ");
}
