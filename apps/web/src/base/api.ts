import { ApiError, type Business, connect, connectSession, type DataOf } from "@daybook/sdk";
import { sessionRenewed } from "./sessionExpiry.ts";

const address = window.location.origin;

/**
 * The API client, authenticated by the session cookie. After a 401 response, a request waits until the user has signed in
 * again.
 */
export const api = connect({ address, retries: 1, maxWaitSeconds: 3, fetch: fetchWithRenewal });

/** The API client for signing in and out. */
export const sessionApi = connectSession({ address });

export type Me = DataOf<"get", "/me">;

let firstResponseAt: number | undefined;

const withoutRenewal = connect({
  address,
  retries: 1,
  maxWaitSeconds: 3,
  onResponse: ({ headers }) => {
    firstResponseAt ??= Date.parse(headers.get("date") ?? "");
  },
});

/**
 * Returns the position in the change stream one second before the first response, when no screen had read a record yet. A
 * stream that resumes at this position delivers every later change. A position is a time in microseconds on the server's clock.
 * Returns undefined before the first response.
 */
export function pageStartPosition(): string | undefined {
  return firstResponseAt === undefined || Number.isNaN(firstResponseAt)
    ? undefined
    : String((firstResponseAt - 1_000) * 1_000);
}

/** Reads the signed-in user; null if there is no session. */
export async function readMe(): Promise<Me | null> {
  try {
    return await withoutRenewal.get("/me");
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/**
 * Reads a business before its screens are rendered. Throws the error of a 401 response without waiting, so that the router
 * opens the sign-in page.
 */
export function readBusiness(business: string): Promise<Business> {
  return withoutRenewal.businesses.get({ path: { business } });
}

/** Like `fetch`, but after a 401 response waits until the user has signed in again and then repeats the request. */
export async function fetchWithRenewal(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (response.status !== 401) return response;
  await sessionRenewed();
  return fetchWithRenewal(input, init);
}
