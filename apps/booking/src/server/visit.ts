import { type Formats, formatsOf, LANGUAGES, type Language, type Translate, translator } from "@daybook/i18n";
import { type BookingMessages, bookingTexts } from "@daybook/i18n/booking";
import { type ApiError, connect, type DataOf, type Daybook } from "@daybook/sdk";
import { type Choice, choiceOf, urlOf } from "./choice.ts";
import type { PageAnswer, PageFiles, PageHost, PageRequest } from "./host.ts";
import { openProgress, type Progress, sealProgress } from "./progress.ts";

export type PublicBusiness = DataOf<"get", "/public/businesses/{slug}">;
export type PublicLocation = PublicBusiness["locations"][number];
export type PublicMenu = DataOf<"get", "/public/businesses/{slug}/locations/{location}/menu">;
export type PublicService = PublicMenu["services"][number];
export type Texts = Translate<BookingMessages>;

/** The data that every step reads: the request, the business and its menu, the language, and the progress of the booking. */
export interface Visit {
  readonly host: PageHost;
  readonly files: PageFiles;
  readonly request: PageRequest;
  readonly api: Daybook;
  readonly slug: string;
  readonly business: PublicBusiness;
  readonly location: PublicLocation;
  readonly menu: PublicMenu;
  /** The chosen services in the order in which the visitor chose them. */
  readonly services: readonly PublicService[];
  readonly choice: Choice;
  readonly progress: Progress;
  readonly language: Language;
  readonly t: Texts;
  readonly formats: Formats;
}

export const MAX_SERVICES = 5;

/** Returns a client for this server's API. The client does not retry, because the visitor can repeat a failed step. */
export function apiOf(host: PageHost): Daybook {
  return connect({ address: host.address, fetch: host.fetch, retries: 0 });
}

/**
 * Reads the business and its menu, and decrypts the progress. Throws an `ApiError`: `not_found` for an unknown business,
 * `online_booking_unavailable` for a business without online booking.
 */
export async function openVisit(
  host: PageHost,
  files: PageFiles,
  request: PageRequest,
  slug: string,
): Promise<Visit> {
  const api = apiOf(host);
  const sent = request.method === "POST" ? request.form : request.query;
  const choice = choiceOf(sent);
  const business = await api.get("/public/businesses/{slug}", { path: { slug } });
  const location = business.locations.find(({ id }) => id === choice.locationId) ?? business.locations[0];
  if (location === undefined) throw new Error("A published business has a location.");
  const menu = await api.get("/public/businesses/{slug}/locations/{location}/menu", {
    path: { slug, location: location.id },
  });
  const services = choice.serviceIds.flatMap(
    (id) => menu.services.find((service) => service.id === id) ?? [],
  );
  const language = pageLanguage(choice.language, request.acceptLanguage, business.locale);
  const t = translator(await bookingTexts.load(language), language) as Texts;
  return {
    host,
    files,
    request,
    api,
    slug,
    business,
    location,
    menu,
    services,
    choice: { ...choice, serviceIds: services.map(({ id }) => id) },
    progress: openProgress(host, slug, sent.get("s")),
    language,
    t,
    formats: formatsOf(language, location.address.country),
  };
}

/**
 * Returns the language of a page: the URL parameter `lang`; otherwise the first supported language in the browser's preferences; otherwise
 * the language of the business.
 */
export function pageLanguage(
  chosen: string | undefined,
  acceptLanguage: string,
  businessLocale: string,
): Language {
  const accepted = acceptLanguage
    .split(",")
    .map((part) => part.trim().split(";q="))
    .map(([tag = "", weight = "1"]) => ({ tag, weight: Number(weight) || 0 }))
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
  const known = [chosen ?? "", ...accepted, businessLocale].flatMap(
    (tag) => LANGUAGES.find((language) => language === tag.slice(0, 2).toLowerCase()) ?? [],
  );
  return known[0] ?? "en";
}

/** Redirects to a step with the given progress (303), so that the browser requests the step with GET. */
export function seeStep(
  { host, slug, choice }: Visit,
  step: string,
  progress: Progress,
  changed: Partial<Choice> = {},
): PageAnswer {
  const sealed = sealProgress(host, slug, progress);
  return seeOther(urlOf(`/b/${slug}`, step, { ...choice, ...changed }, sealed));
}

export function seeOther(location: string): PageAnswer {
  return { status: 303, headers: { location, "cache-control": "no-store" }, body: "" };
}

/** Runs an API call. Returns its result, or the error if its code is in `codes`. Throws other errors. */
export async function expecting<T>(
  codes: readonly string[],
  run: () => Promise<T>,
): Promise<
  { readonly value: T; readonly error?: undefined } | { readonly value?: undefined; readonly error: ApiError }
> {
  try {
    return { value: await run() };
  } catch (error) {
    if (error instanceof Error && "code" in error && codes.includes(String(error.code)))
      return { error: error as ApiError };
    throw error;
  }
}
