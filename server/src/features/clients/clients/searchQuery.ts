import { collapsed, FEWEST_DIGITS, partsOf, phoneKey, tagOf, wordKey } from "./searchWords.ts";

/**
 * What was typed into the search, as a `tsquery` over `search_words`: every word must begin one of the client's
 * words, or its digits must stand in the phone number (contract §8). Null when nothing of it is a word: then nobody
 * is found. The keys hold letters, digits and `#` only, so quoting them is safe whatever was typed.
 */
export function searchQueryOf(businessId: string, typed: string): string | null {
  const tag = tagOf(businessId);
  const terms: string[] = [];
  for (const run of runsOf(typed)) {
    const each = allOf(run.words.flatMap((word) => termOf(tag, word)));
    const whole = run.isNumber ? phoneTerms(tag, run.words.join("")) : [];
    const term = anyOf(each === null ? whole : [...whole, each]);
    if (term !== null) terms.push(term);
  }
  return allOf(terms);
}

/** Words typed next to each other that are parts of one phone number, or a single other word. */
interface Run {
  readonly isNumber: boolean;
  readonly words: string[];
}

const PHONE_CHARACTERS = /^[+\d()/.-]*\d[+\d()/.-]*$/;

/** `anna 0176 / 123-45` is the word anna, and one number: people put spaces into numbers where they like. */
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

/** Nothing for a word without a letter or digit: it narrows nothing down. */
function termOf(tag: string, word: string): string[] {
  const number = PHONE_CHARACTERS.test(word) ? phoneTerms(tag, word) : [];
  const term = anyOf([...number, ...wordTerms(tag, word)]);
  return term === null ? [] : [term];
}

/**
 * A word in each spelling. `müller` looks for muller… and mueller…; `mueller` also for muller, but for that whole
 * word alone: as a beginning, joel would find everybody whose name begins with jol.
 */
function wordTerms(tag: string, word: string): string[] {
  const spellings = [spelledOut(word, "plain"), spelledOut(word, "expanded")];
  const alternatives = spellings.map((parts) => allOf(parts.map((part) => quoted(wordKey(tag, part), ":*"))));
  const short = allOf((spellings[0] ?? []).map((part) => quoted(wordKey(tag, collapsed(part)))));
  return [...new Set([...alternatives, short])].filter((term) => term !== null);
}

/** An e-mail address is one word, whatever dots are in it; elsewhere a dot or hyphen is like a space, an apostrophe nothing. */
function spelledOut(word: string, spelling: "plain" | "expanded"): string[] {
  if (word.includes("@")) return [partsOf(word, spelling).join("")].filter((joined) => joined !== "");
  return partsOf(word.replace(/['’`´]/g, ""), spelling);
}

/**
 * Digits anywhere in a number. Numbers are kept with their country code, people type them without: leading zeros
 * and the (0) of +44 (0)20 may be left away.
 */
function phoneTerms(tag: string, typed: string): string[] {
  const digits = (typed.startsWith("+") ? typed.replace("(0)", "") : typed).replace(/\D/g, "");
  const candidates = [digits, digits.replace(/^0+/, "")].filter((each) => each.length >= FEWEST_DIGITS);
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
