import type { IncomingHttpHeaders } from "node:http";
import type { Caller } from "../../kernel/caller.ts";
import { ApiError } from "../../kernel/errors.ts";

const READING: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Rejects a write that another website sends with a session cookie. Must be called after the rate limit has counted the
 * request, so that repeated attempts count. API keys are exempt, because browsers never send them automatically.
 */
export function refuseForeignWrite(
  caller: Caller,
  request: Parameters<typeof refuseForeignOrigin>[0],
  publicUrl: string | undefined,
): void {
  if (caller.kind === "session") refuseForeignOrigin(request, publicUrl);
}

/** Rejects a write from another web site (cross-site request forgery). */
export function refuseForeignOrigin(
  request: { readonly method: string; readonly headers: IncomingHttpHeaders },
  publicUrl: string | undefined,
): void {
  if (READING.has(request.method)) return;
  if (!isSameOrigin(request, publicUrl))
    throw new ApiError(
      "forbidden_role",
      "The Origin header must be the origin of this server. Requests from other websites are not accepted.",
      {
        required: "the site's own origin",
      },
    );
}

/**
 * Returns whether a request comes from a page of this server or from a program. Browsers send `Origin` with every write.
 * `Origin` must be the public URL's origin or, without a public URL, the origin of the requested address. Other programs send
 * neither `Origin` nor a user's cookies, and are accepted.
 */
export function isSameOrigin(
  { headers }: { readonly headers: IncomingHttpHeaders },
  publicUrl: string | undefined,
): boolean {
  const { origin, host } = headers;
  const site = headers["sec-fetch-site"];
  if (origin === undefined) return site === undefined || site === "same-origin" || site === "none";
  if (publicUrl !== undefined) return origin === new URL(publicUrl).origin;
  return host !== undefined && hostOf(origin) === host.toLowerCase();
}

/** Returns the host of an origin; undefined for `null`, which sandboxed pages send, and for other invalid origins. */
function hostOf(origin: string): string | undefined {
  return /^https?:\/\/([^/?#@\s]+)$/i.exec(origin)?.[1]?.toLowerCase();
}
