import type { Context } from "../../platform/context.ts";
import type { EmailOutbox } from "../../platform/email/index.ts";
import type { Route } from "../../platform/http/route.ts";
import type { Job } from "../../platform/jobs/index.ts";
import { accountRoutes } from "./accounts/index.ts";
import { apiKeyRoutes } from "./api-keys/index.ts";
import { memberJobs, memberRoutes } from "./members/index.ts";
import { sessionJobs, sessionRoutes } from "./sessions/index.ts";

export { type ApiKeyAuthenticator, apiKeyAuthenticator } from "./api-keys/index.ts";
export { emailLinkPages } from "./email-links/index.ts";
export { openSessions, type Sessions, SIGN_IN_OPERATIONS, type SignUpSettings } from "./sessions/index.ts";

/** Returns the routes of accounts, API keys and business members. `sessions` adds the sign-in routes of better-auth. */
export function routes(context: Context, emailOutbox: EmailOutbox): Route[] {
  return [
    ...accountRoutes(context),
    ...sessionRoutes(context),
    ...apiKeyRoutes(context),
    ...memberRoutes(context, emailOutbox),
  ];
}

export function jobs(context: Context): Job[] {
  return [...sessionJobs(context), ...memberJobs(context)];
}
