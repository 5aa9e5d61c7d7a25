import { businessOfToken } from "./features/booking/index.ts";
import type { findSandboxes } from "./features/business/index.ts";
import { businessOfFormsLink } from "./features/clients/index.ts";
import type { SandboxTime } from "./platform/businessTime.ts";
import type { Database } from "./platform/database/index.ts";

/** Finds the sandbox of a request by its business, by the slug of a booking page, or by the token of a link; null if there is none. */
export type RequestSandbox = (
  businessId: string | undefined,
  params: Readonly<Record<string, string>>,
) => Promise<SandboxTime | null> | null;

export function requestSandbox(
  sandboxes: ReturnType<typeof findSandboxes>,
  { database, secret }: { readonly database: Database; readonly secret: string },
): RequestSandbox {
  async function ofForms(token: string): Promise<SandboxTime | null> {
    const id = await businessOfFormsLink(database, token);
    return id === undefined ? null : sandboxes.of(id);
  }

  return (businessId, { slug, token }) => {
    const id = businessId ?? (token === undefined ? undefined : businessOfToken(secret, token));
    if (id !== undefined) return sandboxes.of(id);
    if (slug !== undefined) return sandboxes.ofSlug(slug);
    return token === undefined ? null : ofForms(token);
  };
}
