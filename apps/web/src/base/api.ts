import { ApiError, type Business, connect, connectSession, type DataOf } from "@daybook/sdk";
import { sessionRenewed } from "./sessionExpiry.ts";

const address = window.location.origin;

/** The API, with the session's cookie. A request that meets the end of the session waits for the next one. */
export const api = connect({ address, retries: 1, maxWaitSeconds: 3, fetch: fetchWithRenewal });

/** Signing in and out. */
export const sessionApi = connectSession({ address });

export type Me = DataOf<"get", "/me">;

const withoutRenewal = connect({ address, retries: 1, maxWaitSeconds: 3 });

/** The signed-in user; null without a session. */
export async function readMe(): Promise<Me | null> {
  try {
    return await withoutRenewal.get("/me");
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** A business for the start of its screens, where the end of the session leads to the page for signing in. */
export function readBusiness(business: string): Promise<Business> {
  return withoutRenewal.businesses.get({ path: { business } });
}

async function fetchWithRenewal(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (response.status !== 401) return response;
  await sessionRenewed();
  return fetchWithRenewal(input, init);
}
