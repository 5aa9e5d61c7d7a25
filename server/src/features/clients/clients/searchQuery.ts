import { collapsed, MIN_PHONE_DIGITS, phoneKey, tagOf, typedKey, wordKey, wordParts } from "./searchWords.ts";

/**
 * Converts a search text to a `tsquery` over `search_words`: each typed word must be a prefix of one of the client's words, or its digits
 * must occur in the client's phone number (contract §8). Returns null when the text has no letter or digit, because no client matches it.
 * The keys contain only letters, digits and `#`, so quoting them is safe.
 */
export function searchQueryOf(businessId: string, typed: string): string | null {
  const tag = tagOf(businessId);
  const terms: string[] = [];
  for (const run of runsOf(typed)) {
    const each = allOf(run.words.flatMap((word) => termOf(tag, word)));
    const asNumber = run.isNumber ? phoneTerms(tag, run.words.join("")) : [];
    const term = anyOf(each === null ? asNumber : [...asNumber, each]);
    if (term !== null) terms.push(term);
  }
  return allOf(terms);
}

/** The adjacent parts of one phone number, or a single other word. */
interface Run {
  readonly isNumber: boolean;
  readonly words: string[];
}

const PHONE_CHARACTERS = /^[+\d()/.-]*\d[+\d()/.-]*$/;

/**
 * Splits a text into words and phone numbers: `anna 0176 / 123-45` is the word anna and one phone number, because callers type phone
 * numbers with any spacing.
 */
function runsOf(typed: string): Run[] {
  const runs: Run[] = [];
  for (const word of typed.normalize("NFKC").split(/\s+/)) {
    const last = runs.at(-1);
    const isNumber = PHONE_CHARACTERS.test(word);
    if (isNumber && last?.isNumber) last.words.push(word);
    else if (isNumber || /[\p{L}\p{N}]/u.test(word)) runs.push({ isNumber, words: [word] });
  }
  return runs;
}

/** Returns the terms for a word. A word without a letter or digit has no terms, so it does not restrict the search. */
function termOf(tag: string, word: string): string[] {
  const number = PHONE_CHARACTERS.test(word) ? phoneTerms(tag, word) : [];
  const term = anyOf([...number, ...wordTerms(tag, word)]);
  return term === null ? [] : [term];
}

/**
 * Returns the terms for a word in each spelling. `müller` matches the prefixes muller… and mueller…; `mueller` also matches
 * muller, but only as a whole word: as a prefix, joel would match every name that begins with jol.
 */
function wordTerms(tag: string, word: string): string[] {
  const spellings = [spelledOut(word, "plain"), spelledOut(word, "expanded")];
  const alternatives = spellings.map((parts) =>
    allOf(parts.map((part) => quoted(typedKey(tag, part), ":*"))),
  );
  const wholeWord = allOf((spellings[0] ?? []).map((part) => quoted(wordKey(tag, collapsed(part)))));
  return [...new Set([...alternatives, wholeWord])].filter((term) => term !== null);
}

/**
 * Splits a word into its parts. An e-mail address remains one part; in all other words, dots and hyphens separate parts, and apostrophes
 * are removed.
 */
function spelledOut(word: string, spelling: "plain" | "expanded"): string[] {
  if (word.includes("@")) return [wordParts(word, spelling).join("")].filter((joined) => joined !== "");
  return wordParts(word.replace(/['’`´]/g, ""), spelling);
}

/**
 * Returns the terms for digits anywhere in a phone number. Numbers are stored with the country code but often typed without it, so the
 * digits also match without leading zeros and without the (0) of +44 (0)20.
 */
function phoneTerms(tag: string, typed: string): string[] {
  const digits = (typed.startsWith("+") ? typed.replace("(0)", "") : typed).replace(/\D/g, "");
  const candidates = [digits, digits.replace(/^0+/, "")].filter((each) => each.length >= MIN_PHONE_DIGITS);
  return [...new Set(candidates)].map((each) => quoted(phoneKey(tag, each), ":*"));
}

function quoted(key: string, suffix = ""): string {
  return `'${key}'${suffix}`;
}

function allOf(terms: readonly string[]): string | null {
  return terms.length === 0 ? null : terms.length === 1 ? String(terms[0]) : `(${terms.join(" & ")})`;
}

function anyOf(terms: readonly string[]): string | null {
  return terms.length === 0 ? null : terms.length === 1 ? String(terms[0]) : `(${terms.join(" | ")})`;
}
