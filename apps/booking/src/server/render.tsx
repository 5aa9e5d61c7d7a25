import type { ComponentChildren, ComponentType } from "preact";
import { renderToString } from "preact-render-to-string";
import { Document, type DocumentProps } from "../pages/Document.tsx";
import type { PageProps } from "../pages/pageProps.ts";
import { type Choice, fieldsOf, urlOf } from "./choice.ts";
import type { CardLibrary, PageAnswer, PageHost } from "./host.ts";
import { policyOf } from "./pagePolicy.ts";
import { pathOf } from "./picture.ts";
import { sealProgress } from "./progress.ts";
import { rememberedData } from "./remembered.ts";
import { cssOf } from "./theme.ts";
import type { Visit } from "./visit.ts";

interface Step<More> {
  readonly step: string;
  readonly component: ComponentType<PageProps & More>;
  readonly more?: More;
  readonly head?: (visit: Visit) => ComponentChildren;
  readonly isIndexed?: boolean;
  /** The step's data that the script sends to the embedding page. */
  readonly data?: Readonly<Record<string, string>>;
  /** The library of the page's card form; null or absent if the page has no card form. */
  readonly cardLibrary?: CardLibrary | null;
}

export function showStep<More extends object = object>(visit: Visit, step: Step<More>): PageAnswer {
  const { slug, choice, progress, business, t, language, files } = visit;
  const sealed = sealProgress(visit.host, slug, progress);
  const base = `/b/${slug}`;
  const Component = step.component;
  const frame = frameOf(choice, business);
  const props = { visit, sealed, fields: fieldsOf(choice), ...step.more } as PageProps & More;
  const isIndexed =
    step.isIndexed === true && !choice.isEmbedded && sealed === undefined && !visit.host.isSandbox;
  return pageOf(
    visit.host,
    {
      language,
      t,
      title: `${business.texts[language].heading ?? t("bookAt", { business: business.name })} · ${business.name}`,
      businessName: business.name,
      logo: pathOf(business.logo_url),
      homeUrl: urlOf(base, "", choice, sealed),
      css: cssOf(business.accent_color),
      script: files.script,
      data: {
        step: step.step === "" ? "menu" : step.step,
        ...frame.data,
        ...rememberedData(visit),
        ...wholeData(step.cardLibrary),
        ...step.data,
      },
      isIndexed,
      isEmbedded: choice.isEmbedded,
      head: isIndexed ? step.head?.(visit) : undefined,
      languageUrl: (each) =>
        urlOf(base, step.step === "menu" ? "" : step.step, { ...choice, language: each }, sealed),
      children: <Component {...props} />,
    },
    {
      frameAncestors: frame.frameAncestors,
      isCached: sealed === undefined && isIndexed,
      cardLibrary: step.cardLibrary ?? null,
    },
  );
}

/**
 * Returns the data attribute that makes the script load a page with a card form, and the page after it, as whole documents. A
 * document keeps its Content-Security-Policy when the script replaces only its content, and only the page with the card form
 * may have the policy that allows the payment provider's sources.
 */
export function wholeData(cardLibrary: CardLibrary | null | undefined): Readonly<Record<string, string>> {
  return cardLibrary == null ? {} : { whole: "" };
}

/** The sites that may frame a page, and the data attribute that contains the origin of the embedding page. */
interface Frame {
  readonly frameAncestors: string;
  readonly data: Readonly<Record<string, string>>;
}

/**
 * Returns the sites that may frame the page. Without `?embed=1`, no site may frame it. Otherwise, the origins in the business's settings
 * may frame it, and so may this server's origin, for the preview in the business app. If the settings contain no origins, any site may
 * frame the page. The script sends messages only to an origin that may frame the page.
 */
export function frameOf(
  { isEmbedded, origin }: Choice,
  business: Pick<Visit["business"], "embed_origins"> | undefined,
): Frame {
  if (!isEmbedded || business === undefined) return { frameAncestors: "'none'", data: {} };
  const { embed_origins: allowed } = business;
  const isAllowed = allowed.length === 0 || allowed.includes(origin ?? "");
  return {
    frameAncestors: allowed.length === 0 ? "*" : ["'self'", ...allowed].join(" "),
    data: origin !== undefined && isAllowed ? { origin } : {},
  };
}

/** Renders a document with its security headers. */
export function pageOf(
  host: PageHost,
  props: DocumentProps,
  {
    status = 200,
    frameAncestors = "'none'",
    isCached = false,
    cardLibrary = null,
  }: {
    readonly status?: number;
    readonly frameAncestors?: string;
    readonly isCached?: boolean;
    readonly cardLibrary?: CardLibrary | null;
  } = {},
): PageAnswer {
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policyOf(host, props.css, frameAncestors, cardLibrary),
      // The URL contains the encrypted progress and must not be sent to other sites.
      "referrer-policy": "no-referrer",
      "cache-control": isCached ? "no-cache" : "no-store",
    },
    body: `<!doctype html>${renderToString(<Document {...props} isSandbox={host.isSandbox} />)}`,
  };
}
