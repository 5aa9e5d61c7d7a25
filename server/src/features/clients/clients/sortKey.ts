import { folded, shortened } from "./foldedText.ts";

/** Enough to tell any two people apart, and short enough that two of them fit into a cursor. */
const LONGEST_KEY = 80;

/**
 * A name as the list is ordered by it: without case and accents, so that Ärmel stands with Armel and de Vries with
 * De Vries. Empty for no name alone, which therefore comes first.
 */
export function sortKeyOf(name: string | null): string {
  if (name === null) return "";
  return shortened(folded(name, "plain") || name, LONGEST_KEY);
}
