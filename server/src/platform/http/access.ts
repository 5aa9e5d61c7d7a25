import type { Caller } from "../../kernel/caller.ts";
import { ApiError, notFound } from "../../kernel/errors.ts";
import type { Access } from "./route.ts";

/**
 * Checks whether the caller may use a route, in the order of contract §1. The business comes first (404, the same for a foreign, unknown
 * and malformed id), then the scope or role (403).
 */
export function authorize(
  access: Access,
  caller: Caller,
  businessInPath: string | undefined,
): { caller: Caller; businessId?: string } {
  if (access.kind === "session" && caller.kind === "key")
    throw new ApiError(
      "forbidden_role",
      "This operation requires an app session. API keys are not accepted.",
      {
        required: "an app session",
      },
    );
  if (access.kind !== "business") return { caller };
  const businessId = businessInPath?.toLowerCase();
  if (businessId === undefined) throw notFound();
  if (caller.kind === "key") {
    if (caller.businessId !== businessId) throw notFound();
    if (!keyMay(access.scope, caller.scopes)) throw keyRefused(access);
  } else {
    const membership = caller.memberships.find((candidate) => candidate.businessId === businessId);
    if (membership === undefined) throw notFound();
    if (!access.roles.includes(membership.role)) throw roleRefused(access);
  }
  return { caller, businessId };
}

/** Returns the error for an API key or a session on a route for kiosks. */
export function refuseCaller({ kind }: Caller): ApiError {
  const sent = kind === "key" ? "API keys" : "Sessions";
  return new ApiError("forbidden_role", `This operation requires a paired kiosk. ${sent} are not accepted.`, {
    required: "kiosk",
  });
}

/** Returns whether an API key with these scopes may call a route of its business. */
export function keyMayCall(access: Access, scopes: readonly string[]): boolean {
  return access.kind === "business" && keyMay(access.scope, scopes);
}

type BusinessAccess = Extract<Access, { kind: "business" }>;

function keyMay(scope: BusinessAccess["scope"], held: readonly string[]): boolean {
  if (scope === "app_only") return false;
  if (scope === "any") return true;
  if (scope === "any_read") return held.some((candidate) => candidate.endsWith(":read"));
  return held.includes(scope);
}

function keyRefused(access: BusinessAccess): ApiError {
  if (access.scope === "app_only")
    return new ApiError(
      "forbidden_role",
      "This operation requires an app session. API keys are not accepted.",
      {
        required: access.roles.join("|"),
      },
    );
  const wanted = access.scope === "any_read" ? "at least one read scope" : `the scope ${access.scope}`;
  return new ApiError("forbidden_role", `This operation requires ${wanted}.`, { required: access.scope });
}

function roleRefused({ roles }: BusinessAccess): ApiError {
  return new ApiError("forbidden_role", `This operation requires the role ${roles.join(" or ")}.`, {
    required: roles.join("|"),
  });
}
