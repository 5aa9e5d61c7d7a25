import { createHash } from "node:crypto";

/**
 * Returns the `Content-Security-Policy` of a page. Allows the page's style and script by their hashes and, with `hasForm`,
 * forms that are submitted to the same origin. Allows no other resources and no framing.
 */
export function pagePolicy(page: {
  readonly style: string;
  readonly script?: string | undefined;
  readonly hasForm: boolean;
}): string {
  const { style, script, hasForm } = page;
  return [
    "default-src 'none'",
    `style-src ${sourceOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${sourceOf(script)}`]),
    "base-uri 'none'",
    `form-action ${hasForm ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

function sourceOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
