import { LANGUAGES } from "@daybook/i18n";
import { type ShownPrice, shownPrice } from "../pages/price.ts";
import type { PublicBusiness, PublicLocation, Visit } from "./visit.ts";

const WEBSITE = "website";

/** Returns the elements for search engines and link previews: canonical URL, languages, and the menu as schema.org data. */
export function menuHead(visit: Visit) {
  const { host, slug, business, t, language } = visit;
  const url = `${host.address}/b/${slug}`;
  // Each language has a separate canonical URL. The page without `lang` uses the language of the browser.
  const canonical = visit.choice.language === undefined ? url : `${url}?lang=${language}`;
  const texts = business.texts[language];
  const description = texts.introduction ?? t("description", { business: business.name });
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={canonical} />
      {LANGUAGES.map((each) => (
        <link key={each} rel="alternate" hreflang={each} href={`${url}?lang=${each}`} />
      ))}
      <link rel="alternate" hreflang="x-default" href={url} />
      <meta property="og:type" content={WEBSITE} />
      <meta property="og:title" content={texts.heading ?? t("bookAt", { business: business.name })} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:site_name" content={business.name} />
      <meta property="og:locale" content={visit.formats.locale.replace("-", "_")} />
      <script
        type="application/ld+json"
        dangerouslySetInnerHTML={{ __html: jsonFor(structuredData(visit, url)) }}
      />
    </>
  );
}

/** Converts a value to JSON for a script element. Escapes `<`, so that no text can end the element. */
function jsonFor(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

const TYPES: Readonly<Record<string, string>> = {
  salon: "HairSalon",
  barber: "HairSalon",
  spa: "DaySpa",
  clinic: "MedicalClinic",
};

function structuredData({ business, location, menu }: Visit, url: string): object {
  const { address, phone_e164: telephone } = location;
  return {
    "@context": "https://schema.org",
    "@type": TYPES[business.type] ?? "HealthAndBeautyBusiness",
    name: business.name,
    url,
    ...(telephone === null ? {} : { telephone }),
    address: {
      "@type": "PostalAddress",
      streetAddress: [address.line1, address.line2].filter(Boolean).join(", "),
      postalCode: address.postal_code ?? undefined,
      addressLocality: address.city,
      addressCountry: address.country,
    },
    openingHoursSpecification: hoursOf(location),
    makesOffer: menu.services.map((service) => ({
      "@type": "Offer",
      ...priceOf(business, shownPrice(service, undefined)),
      itemOffered: { "@type": "Service", name: service.name },
    })),
  };
}

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

function hoursOf({ hours }: PublicLocation): object[] {
  return hours.map(({ weekday, starts, ends }) => ({
    "@type": "OpeningHoursSpecification",
    dayOfWeek: DAYS[weekday - 1],
    opens: starts,
    closes: ends,
  }));
}

function priceOf({ currency }: PublicBusiness, { amount, isFrom }: ShownPrice): object {
  const decimals = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  const digits = decimals.maximumFractionDigits ?? 2;
  const price = (amount / 10 ** digits).toFixed(digits);
  if (!isFrom) return { price, priceCurrency: currency };
  return { priceSpecification: { "@type": "PriceSpecification", minPrice: price, priceCurrency: currency } };
}
