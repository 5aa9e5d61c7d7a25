import type { List, Operation } from "../shared/definition.ts";
import { ERRORS } from "./errors.ts";

/** The request header that contains the API key. Make hides this header in its logs. */
const SANITIZED = ["request.headers.authorization"];
/** The number of records in one page of a list. */
const PAGE_ITEMS = "100";

/**
 * The settings that Make adds to each request of modules, webhooks and RPCs. Paths are relative to the connection's business.
 */
export const BASE = {
  baseUrl: "{{connection.address}}/api/v1/businesses/{{connection.businessId}}",
  headers: { authorization: "Bearer {{connection.apiKey}}" },
  followRedirects: false,
  log: { sanitize: SANITIZED },
  response: { error: ERRORS },
};

/** Tests the address and the API key, and stores the key's business. Make does not apply `BASE` to connections. */
export const CONNECTION = {
  url: "{{parameters.address}}/api/v1/me",
  method: "GET",
  headers: { authorization: "Bearer {{parameters.apiKey}}" },
  followRedirects: false,
  log: { sanitize: SANITIZED },
  response: {
    error: ERRORS,
    valid: {
      condition: "{{body.data.memberships[1].business_id}}",
      message: "There is no Daybook at this address.",
    },
    data: { businessId: "{{body.data.memberships[1].business_id}}" },
    metadata: {
      type: "text",
      value: "{{body.data.memberships[1].business_name}} · {{body.data.api_key.label}}",
    },
  },
};

export const ATTACH = {
  url: "/webhooks",
  method: "POST",
  body: { url: "{{webhook.url}}", events: "{{parameters.events}}", source: "make" },
  log: { sanitize: [...SANITIZED, "response.body.data.secret"] },
  response: { data: { externalHookId: "{{body.data.id}}" } },
};

export const DETACH = { url: "/webhooks/{{webhook.externalHookId}}", method: "DELETE" };

/** Passes each event to the workflow unchanged. */
export const RECEIVE = { output: "{{body}}" };

/**
 * Sends any request to the API. The path is relative to the business, so that the key is sent only to the connection's
 * address.
 */
export const UNIVERSAL = {
  url: "/{{parameters.path}}",
  method: "{{parameters.method}}",
  headers: { "content-type": "application/json" },
  qs: { "{{...}}": "{{toCollection(parameters.query, 'key', 'value')}}" },
  body: "{{parameters.body}}",
  type: "text",
  response: { output: { statusCode: "{{statusCode}}", body: "{{body}}" } },
};

const mapped = (name: string, multiple: boolean): string =>
  multiple ? `{{join(parameters.${name}, ',')}}` : `{{parameters.${name}}}`;

/** Returns the request of an action or search. The request includes the conversion of the response to bundles. */
export function communicationOf({ method, path, fields, kind, container }: Operation): object {
  const inPlace = (place: string) =>
    Object.fromEntries(
      fields
        .filter((field) => field.in === place)
        .map(({ name, multiple }) => [name, mapped(name, multiple ?? false)]),
    );
  const url = path.replace(/\{(\w+)\}/g, "{{parameters.$1}}");
  const query = inPlace("query");
  const body = method === "GET" ? {} : { body: inPlace("body") };
  if (kind !== "find") return { url, method, ...body, response: { output: "{{body.data}}" } };
  const limit = container === "items" ? { limit: PAGE_ITEMS } : {};
  const next = container === "items" ? { cursor: "next_cursor" } : { from: "next_from" };
  return {
    url,
    method,
    qs: { ...query, ...limit },
    response: {
      iterate: `{{body.data.${container}}}`,
      output: "{{item}}",
      limit: "{{ifempty(parameters.limit, 10)}}",
    },
    pagination: paginationOf(next),
  };
}

/** Returns the request that loads the options of a dropdown. */
export function listOf({ path, name, searched }: List): object {
  return {
    url: path,
    method: "GET",
    qs: { ...(searched && { q: "{{parameters.q}}" }), limit: PAGE_ITEMS },
    response: {
      iterate: "{{body.data.items}}",
      output: { label: name.map((field) => `{{item.${field}}}`).join(" "), value: "{{item.id}}" },
      ...(searched && { limit: PAGE_ITEMS }),
    },
    ...(searched ? {} : { pagination: paginationOf({ cursor: "next_cursor" }) }),
  };
}

function paginationOf(next: Readonly<Record<string, string>>): object {
  const values = Object.values(next).map((field) => `{{body.data.${field}}}`);
  return {
    qs: Object.fromEntries(Object.keys(next).map((name, index) => [name, values[index]])),
    condition: values[0],
  };
}
