/** The euro countries that the form offers. */
const EURO = "AT BE BG HR CY EE FI FR DE GR IE IT LV LT LU MT NL PT SK SI ES".split(" ");
const OTHERS = {
  AE: "AED",
  AU: "AUD",
  BR: "BRL",
  CA: "CAD",
  CH: "CHF",
  CL: "CLP",
  CO: "COP",
  CZ: "CZK",
  DK: "DKK",
  GB: "GBP",
  HU: "HUF",
  IL: "ILS",
  IN: "INR",
  JP: "JPY",
  LI: "CHF",
  MX: "MXN",
  NO: "NOK",
  NZ: "NZD",
  PE: "PEN",
  PL: "PLN",
  RO: "RON",
  SE: "SEK",
  SG: "SGD",
  TR: "TRY",
  US: "USD",
  ZA: "ZAR",
} as const;

export const CURRENCY_OF: ReadonlyMap<string, string> = new Map([
  ...EURO.map((country) => [country, "EUR"] as const),
  ...Object.entries(OTHERS),
]);

/** Returns the suggested country of a new business: the first country in the browser's language preferences that the form offers. */
export function suggestedCountry(languages: readonly string[]): string | undefined {
  for (const language of languages) {
    const { region } = new Intl.Locale(language).maximize();
    if (region !== undefined && CURRENCY_OF.has(region)) return region;
  }
  return undefined;
}
