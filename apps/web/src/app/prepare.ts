import type { Area } from "@daybook/i18n";
import { errorsTexts } from "@daybook/i18n/errors";
import { shellTexts } from "@daybook/i18n/shell";
import { signInTexts } from "@daybook/i18n/signIn";
import { readMe } from "../base/api.ts";
import { storedLanguage, textsOf } from "../base/language.tsx";
import { queryClient } from "../base/queries.ts";
import type { Screen } from "../base/screen.ts";
import { parseSearch, type Search } from "../base/search.ts";
import { SCREENS } from "./screens.ts";

/** The messages that every page needs. */
export const FRAME_TEXTS = [shellTexts, errorsTexts, signInTexts] as const;

/** The maximum time in milliseconds that a screen waits for its data before it is rendered without the data. */
const DATA_WAIT_MS = 300;
/** The maximum time in milliseconds that the page waits for its texts before it renders its frame. */
const FRAME_WAIT_MS = 250;

/**
 * Loads the texts and requests the data of the screen in the address bar. Resolves when the texts are loaded and the requests are sent, but
 * after at most 250 ms. Rendering the frame earlier would delay the requests. Ignores errors, because the router's loaders call the same
 * functions and handle the errors.
 */
export async function prepareFirstScreen({ pathname, search }: Location): Promise<void> {
  const [, business = "", path = ""] = /^\/app\/([0-9a-f-]{36})\/?(.*)$/.exec(pathname) ?? [];
  const screen = SCREENS.find((each) => each.path === path);
  const prepared = Promise.all([
    loadTexts(...FRAME_TEXTS, ...(screen?.texts ?? [])),
    screen && requestData(screen, business, parseSearch(search)),
  ]);
  await Promise.race([prepared.catch(() => undefined), pause(FRAME_WAIT_MS)]);
}

/** Loads the texts of a screen and requests its data. Waits for the data for at most 300 ms. */
export async function prepare(screen: Screen, business: string, search: Search): Promise<void> {
  const data = requestData(screen, business, search).then((responses) => Promise.all(responses));
  await Promise.all([loadTexts(...screen.texts), Promise.race([data, pause(DATA_WAIT_MS)])]);
}

// biome-ignore lint/suspicious/noExplicitAny: areas of all kinds.
export async function loadTexts(...areas: readonly Area<any>[]): Promise<void> {
  await Promise.all(areas.map((area) => textsOf(area, storedLanguage())));
}

/** Requests the data of a screen if the user is a member of the business. */
async function requestData(
  { prefetch }: Screen,
  business: string,
  search: Search,
): Promise<readonly Promise<void>[]> {
  if (prefetch === undefined) return [];
  try {
    const me = await queryClient.ensureQueryData({ queryKey: ["me"], queryFn: readMe, staleTime: 10_000 });
    const isMember = me?.memberships.some(({ business_id }) => business_id === business);
    return isMember ? await prefetch(business, search) : [];
  } catch {
    // Ignores the error, because the screen repeats failed requests and shows their errors.
    return [];
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
