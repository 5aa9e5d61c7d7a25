import type { ErrorCode } from "../../kernel/errors.ts";

export const GUIDES_PATH = "/docs/guides";

/** Returns the value of the `Link` header of an error: the URL of the error code's row in the guide to errors. */
export function helpFor(code: ErrorCode): string {
  return `<${GUIDES_PATH}/errors#${code}>; rel="help"`;
}
