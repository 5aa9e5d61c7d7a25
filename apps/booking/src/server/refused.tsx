import { type Language, translator } from "@daybook/i18n";
import { bookingTexts } from "@daybook/i18n/booking";
import type { ApiError } from "@daybook/sdk";
import { DEFAULT_ACCENT } from "@daybook/tokens";
import { Refused } from "../pages/Refused.tsx";
import { choiceOf } from "./choice.ts";
import type { PageAnswer, PageFiles, PageHost, PageRequest } from "./host.ts";
import { frameOf, pageOf } from "./render.tsx";
import { cssOf } from "./theme.ts";
import { pageLanguage, type Texts } from "./visit.ts";

const TITLES = {
  404: "notFound",
  403: "unavailable",
  429: "tooMany",
} as const;

/** Renders the page for an API error. The page shows a text for the HTTP status, but not the API's message or reason. */
export async function refusedPage(
  request: PageRequest,
  host: PageHost,
  files: PageFiles,
  error: Pick<ApiError, "status" | "requestId">,
  area: "booking" | "manage",
): Promise<PageAnswer> {
  const sent = request.method === "POST" ? request.form : request.query;
  const choice = choiceOf(sent);
  // The page does not name a business, so any site may frame it and receive its messages.
  const frame = frameOf(choice, { embed_origins: [] });
  const language: Language = pageLanguage(sent.get("lang") ?? undefined, request.acceptLanguage, "en");
  const t = translator(await bookingTexts.load(language), language) as Texts;
  const { status } = error;
  const isKnown = Object.hasOwn(TITLES, status);
  const key = isKnown ? TITLES[status as keyof typeof TITLES] : "serverError";
  const title = area === "manage" && status === 404 ? t("linkEnded") : t(key);
  return pageOf(
    host,
    {
      language,
      t,
      title,
      businessName: "Daybook",
      css: cssOf(DEFAULT_ACCENT),
      script: files.script,
      data: { step: "error", ...frame.data },
      isIndexed: false,
      isEmbedded: choice.isEmbedded,
      children: (
        <Refused title={title}>
          <p>{status === 404 ? t("notFoundHint") : status === 403 ? t("unavailableHint") : t("tryLater")}</p>
          {status >= 500 && error.requestId !== undefined ? <p class="soft">{error.requestId}</p> : null}
        </Refused>
      ),
    },
    { ...frame, status: isKnown ? status : 500 },
  );
}

export function notFoundPage(request: PageRequest, host: PageHost, files: PageFiles): Promise<PageAnswer> {
  return refusedPage(request, host, files, { status: 404, requestId: undefined }, "booking");
}
