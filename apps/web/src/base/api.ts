import { ApiError, type Business, connect, connectSession, type DataOf } from "@daybook/sdk";
import { sessionRenewed } from "./sessionExpiry.ts";

const address = window.location.origin;

/** The client of the API, with the session cookie. A request that gets 401 waits until the user has signed in again. */
export const api = connect({ address, retries: 1, maxWaitSeconds: 3, fetch: fetchWithRenewal });

/** The client for signing in and out. */
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
 * The position in the stream of changes at the first response, before any record of a screen was read: a stream that continues
 * after it has every change since. Undefined before the first response. Positions are microseconds of the server's clock.
 */
export function pageStartPosition(): string | undefined {
  return firstResponseAt === undefined || Number.isNaN(firstResponseAt)
    ? undefined
    : String((firstResponseAt - 1_000) * 1_000);
}

/** The signed-in user; null without a session. */
export async function readMe(): Promise<Me | null> {
  try {
    return await withoutRenewal.get("/me");
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Reads a business before its screens start. A 401 is thrown at once, so that the router opens the sign-in page. */
export function readBusiness(business: string): Promise<Business> {
  return withoutRenewal.businesses.get({ path: { business } });
}

/** `fetch` that waits for the user to sign in again when the session has ended. */
export async function fetchWithRenewal(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (response.status !== 401) return response;
  await sessionRenewed();
  return fetchWithRenewal(input, init);
}
