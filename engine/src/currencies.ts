/**
 * Returns the number of decimals of a currency's minor unit by its ISO 4217 code: 2 for GBP, 0 for JPY, 3 for KWD. Returns
 * undefined for codes that are unknown, withdrawn, written in lower case, or without a minor unit (gold, drawing rights, test
 * codes), because no payment can be made in them.
 */
export function currencyExponent(code: string): number | undefined {
  return exponents.get(code);
}

/** Returns every code for which `currencyExponent` returns a number, in alphabetical order. */
export function currencyCodes(): string[] {
  return [...exponents.keys()].sort();
}

/** The codes of ISO 4217 list one (current currencies and funds) as of 2026, by number of decimals. */
const codesByExponent: readonly (readonly [exponent: number, codes: string])[] = [
  [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"],
  [
    2,
    `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW
     CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF
     IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK
     MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP
     SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG
     YER ZAR ZMW ZWG`,
  ],
  [3, "BHD IQD JOD KWD LYD OMR TND"],
  [4, "CLF UYW"],
];

const exponents = new Map(
  codesByExponent.flatMap(([exponent, codes]) => codes.split(/\s+/).map((code) => [code, exponent] as const)),
);
