import { accentOf, PALETTES, type Scheme } from "@daybook/tokens";
import style from "../styles/page.css?inline";

const known = new Map<string, string>();

/** Returns the style sheet for an accent colour, with the colours of the light and dark scheme. */
export function cssOf(accent: string): string {
  const made = known.get(accent) ?? `${variablesOf(accent)}${style}`;
  if (known.size > 500) known.clear();
  known.set(accent, made);
  return made;
}

/** Returns the CSS variables of both schemes for an accent colour. */
export function variablesOf(accent: string): string {
  const of = (scheme: Scheme) => {
    const { fill, fillHover, onFill, text, tint } = accentOf(accent, scheme);
    const accents = { fill, "fill-hover": fillHover, "on-fill": onFill, accent: text, tint };
    return Object.entries({ ...PALETTES[scheme], ...accents })
      .map(
        ([name, value]) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`,
      )
      .join(";");
  };
  return `:root{color-scheme:light dark;${of("light")}}@media(prefers-color-scheme:dark){:root{${of("dark")}}}`;
}
