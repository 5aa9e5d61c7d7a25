/** The choices in a page's URL. They contain no personal data and no token, so the menu's URL can be shared and bookmarked. */
export interface Choice {
  readonly locationId: string | undefined;
  readonly serviceIds: readonly string[];
  /** The chosen staff member; undefined if the visitor accepts any staff member. */
  readonly staffId: string | undefined;
  readonly date: string | undefined;
  readonly language: string | undefined;
  readonly isEmbedded: boolean;
  /** The origin of the embedding page. */
  readonly origin: string | undefined;
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const ORIGIN = /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/;

/** Reads the choices from the parameters of a URL or form. Ignores malformed values. */
export function choiceOf(query: URLSearchParams): Choice {
  const one = (name: string, pattern: RegExp) => {
    const value = query.get(name)?.toLowerCase();
    return value !== undefined && pattern.test(value) ? value : undefined;
  };
  const wanted = query
    .getAll("service")
    .flatMap((value) => value.toLowerCase().split(","))
    .filter((id) => ID.test(id));
  return {
    locationId: one("location", ID),
    serviceIds: [...new Set(wanted)].slice(0, 20),
    staffId: one("staff", ID),
    date: one("date", DATE),
    language: one("lang", /^(en|de|fr|es)$/),
    isEmbedded: query.get("embed") === "1",
    origin: one("origin", ORIGIN),
  };
}

/** Returns the choices as name and value pairs for URLs and hidden inputs. */
export function fieldsOf(choice: Choice): [name: string, value: string][] {
  const { locationId, serviceIds, staffId, date, language, isEmbedded, origin } = choice;
  const optional = { location: locationId, staff: staffId, date, lang: language, origin };
  return [
    ...serviceIds.map((id): [string, string] => ["service", id]),
    ...Object.entries(optional).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    ),
    ...(isEmbedded ? [["embed", "1"] as [string, string]] : []),
  ];
}

/** Returns the choices that the pages of manage and waitlist links keep: the language and the embedding page. */
export function linkFieldsOf({ language, isEmbedded, origin }: Choice): [name: string, value: string][] {
  const none = { locationId: undefined, serviceIds: [], staffId: undefined, date: undefined };
  return fieldsOf({ ...none, language, isEmbedded, origin });
}

/** Returns the URL of the page of a manage or waitlist link, with the language and the embedding page. */
export function linkUrl(path: string, choice: Choice, language = choice.language): string {
  const search = new URLSearchParams(linkFieldsOf({ ...choice, language }));
  return search.size === 0 ? path : `${path}?${search}`;
}

/** Returns the URL of a step, with the encrypted progress if given. */
export function urlOf(base: string, step: string, choice: Choice, encrypted?: string): string {
  const search = new URLSearchParams(fieldsOf(choice));
  if (encrypted !== undefined) search.set("s", encrypted);
  const path = step === "" ? base : `${base}/${step}`;
  return search.size === 0 ? path : `${path}?${search}`;
}
