import type { LightMyRequestResponse as Answer } from "fastify";
import type { Route } from "../../src/platform/http/route.ts";
import { all, anyAddress } from "./requests.ts";
import type { Served } from "./served.ts";
import { type BusinessYear, FIRST_MONDAY_AT } from "./year.ts";

export interface YearResponse {
  readonly route: Route;
  readonly url: string;
  readonly status: number;
  readonly text: string;
}

/** The ids of the year's records by their names in paths. */
export type IdsOfYear = Readonly<Record<string, readonly string[]>>;

/** The period that the test reads: from a day before the year to three weeks after it. */
const FROM = new Date(FIRST_MONDAY_AT - 86_400_000).toISOString();
const TO = new Date(FIRST_MONDAY_AT + 86_400_000 * 7 * 55).toISOString();
const LAST_DATE = TO.slice(0, 10);

/**
 * Returns the ids of a business's records by the names of path parameters. Reads the ids from the lists of the API. Includes
 * at most five deliveries per endpoint.
 */
export async function idsOf({ business, clientIds, tokens }: BusinessYear): Promise<IdsOfYear> {
  const ids = async (path: string) => (await all<{ id: string }>(business.owner, path)).map(({ id }) => id);
  const sales = await all<{ id: string; receipt_number: number | null }>(business.owner, "/sales");
  const endpoints = await ids("/webhooks");
  const deliveries: string[] = [];
  for (const endpoint of endpoints)
    for (const delivery of (await ids(`/webhooks/${endpoint}/deliveries`)).slice(0, 5))
      deliveries.push(`${endpoint}/deliveries/${delivery}`);
  const appointments = `/appointments?location_id=${business.locationId}&from=${FROM}&to=${TO}`;
  return {
    business: [business.id],
    slug: [(await business.owner<{ slug: string }>("GET", "")).slug],
    location: [business.locationId],
    appointment: await ids(appointments),
    client: clientIds,
    service: await ids("/services?active=all"),
    staff: await ids("/staff?active=all"),
    sale: sales.map(({ id }) => id),
    // An open sale has no receipt.
    completed_sale: sales.filter(({ receipt_number }) => receipt_number !== null).map(({ id }) => id),
    payment: await ids("/payments"),
    form_template: await ids("/form-templates"),
    endpoint: endpoints,
    // A delivery's path includes its endpoint.
    endpoint_delivery: deliveries,
    token: [tokens.token],
    photo_token: [tokens.photo_token],
  };
}

/** Returns the URLs of a route with all ids of the year, or an empty list if the year has no record of that kind. */
export function addressesOf(route: Route, ids: IdsOfYear): string[] {
  const path = route.path
    .replace(":endpoint/deliveries/:delivery", ":endpoint_delivery")
    .replace(":sale/receipt", ":completed_sale/receipt");
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => String(name));
  let paths = [path];
  for (const name of names)
    paths = (ids[name] ?? []).flatMap((id) => paths.map((path) => path.replace(`:${name}`, id)));
  const { required = [], properties = {} } = (route.query ?? {}) as {
    required?: string[];
    properties?: Record<string, { maximum?: number; format?: string }>;
  };
  const isOfDates = properties.from?.format === "date";
  // These routes accept at most 62 dates.
  const isOfFewDays = required.includes("service_ids") || /\/(shifts|matches)$/.test(path);
  const given: Record<string, string> = {
    from: isOfFewDays ? LAST_DATE : isOfDates ? FROM.slice(0, 10) : FROM,
    to: isOfFewDays ? LAST_DATE : isOfDates ? LAST_DATE : TO,
    location_id: ids.location?.[0] ?? "",
    service_ids: ids.service?.[0] ?? "",
    client_id: ids.client?.[0] ?? "",
  };
  const query = new URLSearchParams(required.map((name): [string, string] => [name, given[name] ?? ""]));
  const limit = properties.limit?.maximum;
  if (limit !== undefined) query.set("limit", String(limit));
  return paths.map((path) => `/api/v1${path}${query.size === 0 ? "" : `?${query}`}`);
}

/**
 * Reads a URL and all following pages without advancing the clock. Uses the API key if the route accepts keys, otherwise the
 * owner's session.
 */
export async function readAll(
  { app }: Served,
  { business }: BusinessYear,
  route: Route,
  url: string,
): Promise<YearResponse[]> {
  const responses: YearResponse[] = [];
  const headers = await headersFor(business.readers, route);
  for (let next: string | null = url; next !== null; ) {
    const answer: Answer = await app.inject({
      url: next,
      remoteAddress: anyAddress(),
      headers: { host: "localhost:80", ...headers },
    });
    // Reads images as text, one character per byte.
    const text = answer.rawPayload.toString("latin1");
    responses.push({ route, url: next, status: answer.statusCode, text });
    const cursor: string | null = dataOf(answer.body)?.next_cursor ?? null;
    next =
      cursor === null ? null : `${url}${url.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(cursor)}`;
  }
  return responses;
}

async function headersFor(readers: BusinessYear["business"]["readers"], { access }: Route) {
  if (access.kind === "public") return {};
  const isForKeys = access.kind === "caller" || (access.kind === "business" && access.scope !== "app_only");
  return isForKeys ? readers.program() : readers.owner();
}

/** Returns the `data` of a response; undefined for a response that is not JSON. */
export function dataOf(text: string): { items?: unknown[]; next_cursor?: string | null } | null | undefined {
  return text.startsWith("{") ? JSON.parse(text).data : undefined;
}

/** Returns whether a response contains data: a non-empty list, a record or an image. */
export function hasContent({ status, text }: YearResponse): boolean {
  if (status !== 200) return false;
  const data = dataOf(text);
  if (data === undefined) return text.length > 0;
  return data !== null && (data.items === undefined || data.items.length > 0);
}

export function currenciesIn(text: string): string[] {
  return [...text.matchAll(/"currency":"(\w+)"/g)].map(([, currency]) => String(currency));
}
