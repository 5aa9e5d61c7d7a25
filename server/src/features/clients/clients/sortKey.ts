import { folded, truncated } from "./foldedText.ts";

/** Characters; two keys must fit into a cursor. */
const MAX_KEY_LENGTH = 80;

/**
 * The key by which the list orders a name: without case and accents, so that Ärmel sorts with Armel and de Vries with
 * De Vries. Empty only for a missing name, which sorts first.
 */
export function sortKeyOf(name: string | null): string {
  if (name === null) return "";
  return truncated(folded(name, "plain") || name, MAX_KEY_LENGTH);
}
