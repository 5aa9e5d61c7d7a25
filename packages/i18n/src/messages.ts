import type { Language } from "./languages.ts";

/** The plural forms of a message, by CLDR category. Each may contain `{count}`. */
interface Plural {
  readonly one: string;
  /** The plural form for millions in French and Spanish. If it is absent, `translator` uses `other`. */
  readonly many?: string;
  readonly other: string;
}

/** A text with parameters in braces, such as `{name}`, or its plural forms. */
export type Message = string | Plural;

/** The messages of one area in one language, by key. */
export type Messages = Readonly<Record<string, Message>>;

/** The type of an area in another language. It has the same keys as the English area, with plural forms for the same keys. */
export type Translation<M extends Messages> = {
  readonly [K in keyof M]: M[K] extends string ? string : Plural;
};

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

type ParametersOf<M extends Message> = M extends string
  ? NamesIn<M>
  : M extends Plural
    ? "count" | NamesIn<M["one"]> | NamesIn<M["other"]>
    : never;

type Values<Names extends string> = {
  readonly [Name in Names]: Name extends "count" ? number : string | number;
};

/** Returns a message of an area. The compiler requires a value for each parameter of the message. */
export type Translate<M extends Messages> = <K extends keyof M & string>(
  key: K,
  ...values: [ParametersOf<M[K]>] extends [never] ? [] : [values: Values<ParametersOf<M[K]>>]
) => string;

/**
 * Returns a function that looks up a message of an area, fills in its parameters and formats numbers for the language. Returns an unknown
 * key unchanged, because the server may store a field that these messages do not contain yet.
 */
export function translator<M extends Messages>(messages: Translation<M>, language: Language): Translate<M> {
  return (key, ...[values]) => {
    const message = messages[key] as Message | undefined;
    if (message === undefined) return key;
    const filled: Readonly<Record<string, string | number>> = values ?? {};
    const text = typeof message === "string" ? message : formOf(message, language, Number(filled.count));
    return spaced(text, language).replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      const value = filled[name];
      if (value === undefined) return whole;
      return typeof value === "number" ? numberFormat(language).format(value) : value;
    });
  };
}

/** Makes the spaces around French punctuation non-breaking, so that no line begins with a colon or a question mark. */
function spaced(text: string, language: Language): string {
  return language === "fr" ? text.replaceAll(/ (?=[:;?!»])|(?<=«) /g, "\u{A0}") : text;
}

function formOf(message: Plural, language: Language, count: number): string {
  const category = pluralRules(language).select(count);
  if (category === "one") return message.one;
  return category === "many" ? (message.many ?? message.other) : message.other;
}

/** Caches the number formats by language, because creating a format takes a millisecond and a page has many areas. */
const numberFormats = new Map<Language, Intl.NumberFormat>();
const pluralRulesOf = new Map<Language, Intl.PluralRules>();

function numberFormat(language: Language): Intl.NumberFormat {
  const format = numberFormats.get(language) ?? new Intl.NumberFormat(language);
  numberFormats.set(language, format);
  return format;
}

function pluralRules(language: Language): Intl.PluralRules {
  const rules = pluralRulesOf.get(language) ?? new Intl.PluralRules(language);
  pluralRulesOf.set(language, rules);
  return rules;
}
