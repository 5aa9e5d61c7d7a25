import type { IncomingHttpHeaders } from "node:http";
import type { Caller } from "../../kernel/caller.ts";
import { ApiError } from "../../kernel/errors.ts";

const READING: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses a write of a session that another web site makes (below). Once the caller has been counted: a site that keeps
 * trying uses up the limit of whoever looks at it, and is told to stop. A key comes from no browser by itself.
 */
export function refuseForeignWrite(
  caller: Caller,
  request: Parameters<typeof refuseForeignOrigin>[0],
  publicUrl: string | undefined,
): void {
  if (caller.kind === "session") refuseForeignOrigin(request, publicUrl);
}

/**
 * Refuses a write that another web site makes with the cookie of whoever looks at it. A browser says with every write
 * which site it comes from; ours is the public address, or, while there is none, the address the request itself went
 * to. A program that is no browser says nothing, has no cookie that it was not given, and is let through.
 */
export function refuseForeignOrigin(
  request: { readonly method: string; readonly headers: IncomingHttpHeaders },
  publicUrl: string | undefined,
): void {
  if (READING.has(request.method)) return;
  const { origin, host } = request.headers;
  const site = request.headers["sec-fetch-site"];
  const isOurs =
    origin === undefined
      ? site === undefined || site === "same-origin" || site === "none"
      : publicUrl === undefined
        ? host !== undefined && hostOf(origin) === host.toLowerCase()
        : origin === new URL(publicUrl).origin;
  if (!isOurs)
    throw new ApiError("forbidden_role", "A session cannot be used from another web site.", {
      required: "the site's own origin",
    });
}

/** `null`, as sandboxed pages send it, and anything else that is no origin belongs to nobody. */
function hostOf(origin: string): string | undefined {
  return /^https?:\/\/([^/?#@\s]+)$/i.exec(origin)?.[1]?.toLowerCase();
}
