import { CodeLink } from "../pages/CodeLink.tsx";
import type { PageAnswer } from "./host.ts";
import { showStep } from "./render.tsx";
import { proveBy } from "./submitVisitor.ts";
import { seeStep, type Visit } from "./visit.ts";

/**
 * Handles the link in the code e-mail. GET only shows a button, because mail scanners open links. Submitting the button's
 * form verifies the address and continues the booking in this tab.
 */
export async function codeLink(visit: Visit, codeId: string): Promise<PageAnswer> {
  const { request, progress } = visit;
  const sent = request.method === "POST" ? request.form : request.query;
  const code = (sent.get("code") ?? "").replaceAll(/\D/g, "").slice(0, 6);
  const show = (problem?: string) =>
    showStep(
      problem === undefined ? visit : { ...visit, progress: { ...progress, problems: { code: problem } } },
      { step: "code-link", component: CodeLink, more: { codeId, code } },
    );
  if (request.method === "GET") return show();
  const proven = await proveBy(visit, codeId, code);
  if (proven === undefined) return show("codeInvalid");
  return seeStep(visit, "", { ...progress, ...proven, channel: "email", notice: "addressConfirmed" });
}
