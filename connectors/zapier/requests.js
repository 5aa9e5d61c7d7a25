import { definition } from "./definition.js";

/** The seconds after which Zapier retries a throttled step whose response has no `Retry-After`. */
const DEFAULT_WAIT_SECONDS = 60;
const PAGE_ITEMS = 100;
const MAX_LISTED_ITEMS = 500;

/**
 * Returns the installation's address without a trailing slash. Throws for an address that is not https, or that contains a
 * user, query or fragment.
 */
export function addressOf(z, { base_url: given = "" }) {
  const url = URL.parse(String(given).trim());
  const isPlain =
    url && url.protocol === "https:" && !url.username && !url.password && !url.search && !url.hash;
  if (!isPlain || !/^[a-z0-9.-]+$/.test(url.hostname))
    throw new z.errors.Error("The address must look like `https://book.example.com`.", "InvalidAddress", 400);
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

/** Sends a request to the API. Returns the `data` of the response. */
export async function callApi(z, bundle, { method = "GET", path, query, body }) {
  const url = `${addressOf(z, bundle.authData)}/api/v1${path}`;
  const { data } = await z.request({ url, method, params: query, body, redirect: "error" });
  return data.data;
}

/** Sends a request below the API key's business. */
export async function callBusiness(z, bundle, { path, ...request }) {
  const business = await businessOf(z, bundle);
  return callApi(z, bundle, { ...request, path: `/businesses/${business}${path}` });
}

/** Returns the id of the API key's business. */
export async function businessOf(z, bundle) {
  const me = await callApi(z, bundle, { path: "/me" });
  return me.memberships[0].business_id;
}

/** Returns the records of a list for a dropdown, up to a limit. Only clients can exceed the limit. */
export async function readList(z, bundle, path, query = {}) {
  const records = [];
  let cursor;
  do {
    const page = { ...query, limit: PAGE_ITEMS, ...(cursor && { cursor }) };
    const { items, next_cursor } = await callBusiness(z, bundle, { path, query: page });
    records.push(...items);
    cursor = next_cursor;
  } while (cursor && records.length < MAX_LISTED_ITEMS);
  return records;
}

/** Adds the API key to requests to the installation, and to no other requests. */
export function addKey(request, z, bundle) {
  const { api_key: key, base_url: address } = bundle.authData ?? {};
  if (!key || !address || !request.url.startsWith(`${addressOf(z, bundle.authData)}/`)) return request;
  request.headers = { ...request.headers, Authorization: `Bearer ${key}` };
  return request;
}

/** Throws an error with a sentence for the user if the response is an error. */
export function explainRefusal(response, z) {
  if (response.status < 400) return response;
  const { details = {}, ...body } = parsed(response.content);
  const retryAfter = details.retry_after ?? DEFAULT_WAIT_SECONDS;
  const values = {
    status: response.status,
    message: body.message ?? "the response has no message",
    required: details.required ?? "another scope",
    alternatives:
      details.alternatives?.length > 0 ? definition.alternatives + details.alternatives.join(", ") : "",
    retry_after: retryAfter,
  };
  const sentence = definition.sentences[response.status] ?? definition.sentences.other;
  const message = sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  if (response.status === 401) throw new z.errors.ExpiredAuthError(message);
  if (response.status === 429 || response.status === 503)
    throw new z.errors.ThrottledError(message, retryAfter);
  throw new z.errors.Error(message, body.code ?? "unknown", response.status);
}

function parsed(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
