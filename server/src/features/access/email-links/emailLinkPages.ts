import type { FastifyInstance } from "fastify";
import type { Context } from "../../../platform/context.ts";
import { formGuard } from "../../../platform/http/formGuard.ts";
import type { RequestLimits } from "../../../platform/http/limitRequests.ts";
import { mountLinkPages } from "../../../platform/http/linkPages.ts";
import type { Sessions } from "../sessions/index.ts";
import { invitationPage } from "./invitationPage.ts";
import { passwordPage } from "./passwordPage.ts";

/** The pages that links in e-mails open: accepting an invitation and setting a new password (decision 16). */
export async function emailLinkPages(
  app: FastifyInstance,
  context: Context,
  options: { readonly sessions: Sessions; readonly limits: RequestLimits; readonly publicUrl?: string },
): Promise<void> {
  const guard = formGuard({ isSecure: options.publicUrl?.startsWith("https:") === true });
  const pages = [invitationPage(context, options.sessions), passwordPage(options.sessions)];
  await mountLinkPages(app, pages, { guard, limits: options.limits });
}
