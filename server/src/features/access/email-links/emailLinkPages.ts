import type { FastifyInstance } from "fastify";
import type { Context } from "../../../platform/context.ts";
import { formGuard } from "../../../platform/http/formGuard.ts";
import type { RequestLimits } from "../../../platform/http/limitRequests.ts";
import { mountLinkPages } from "../../../platform/http/linkPages.ts";
import type { Sessions } from "../sessions/index.ts";
import { confirmSignUpPage } from "./confirmSignUpPage.ts";
import { firstAccountPage } from "./firstAccountPage.ts";
import { invitationPage } from "./invitationPage.ts";
import { passwordPage } from "./passwordPage.ts";

/**
 * Mounts the pages for the links in e-mails and in the server log: accepting an invitation, setting a new password, confirming a sign-up
 * (decisions 16, 40), and creating the first user.
 */
export async function emailLinkPages(
  app: FastifyInstance,
  context: Context,
  options: { readonly sessions: Sessions; readonly limits: RequestLimits; readonly publicUrl?: string },
): Promise<void> {
  const guard = formGuard({ isSecure: options.publicUrl?.startsWith("https:") === true });
  const { sessions } = options;
  const pages = [
    invitationPage(context, sessions),
    passwordPage(sessions),
    confirmSignUpPage(context, sessions),
    firstAccountPage(context, sessions),
  ];
  await mountLinkPages(app, pages, { guard, limits: options.limits });
}
