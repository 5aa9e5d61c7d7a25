/** The spelling of letters with umlauts, strokes and rings: ü becomes `u` (plain) or `ue` (expanded). */
export type Spelling = "plain" | "expanded";

/**
 * Removes case and accents: `Müller` becomes `muller`, or `mueller` in the expanded spelling; `Łukasz` becomes `lukasz`,
 * `Groß` becomes `gross`. Combining marks of all scripts are removed; punctuation and spaces remain.
 */
export function folded(text: string, spelling: Spelling): string {
  const lower = text.normalize("NFKC").toLowerCase();
  const spelled =
    spelling === "expanded" ? lower.replace(/[äöüøå]/g, (letter) => EXPANDED[letter] ?? letter) : lower;
  return spelled
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[ßæœøłđðþıħŧ]/g, (letter) => UNDECOMPOSED[letter] ?? letter);
}

/** Returns the first `maxCharacters` characters, counted in code points. */
export function truncated(text: string, maxCharacters: number): string {
  return text.length <= maxCharacters ? text : [...text].slice(0, maxCharacters).join("");
}

const EXPANDED: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };

/** Letters that Unicode does not decompose into a base letter and a mark. */
const UNDECOMPOSED: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ħ: "h",
  ŧ: "t",
};
