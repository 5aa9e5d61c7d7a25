export { contrastOf, mixed, readableOn } from "./contrast.ts";
export {
  type Accent,
  accentOf,
  CARD_COLOURS,
  type CardColours,
  cardOf,
  DEFAULT_ACCENT,
  PALETTES,
  type Palette,
  type Scheme,
} from "./schemes.ts";

/** A colour in CSS hexadecimal notation: `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`. */
export type Colour = `#${string}`;

/** Colours by custom property. Text colours are readable on the browser's default light and dark backgrounds. */
type Colours = {
  /** The colour of the borders of fields, choices and lists. */
  readonly line: Colour;
  /** The background of a message. */
  readonly soft: Colour;
  /** The text of error messages, and the borders of invalid fields. */
  readonly bad: Colour;
  /** The background of submit buttons, which have white text, and the outline of the focused element. */
  readonly go: Colour;
};

/** The colours of all pages in the light and dark colour scheme. */
export const COLOURS: Readonly<Record<"light" | "dark", Colours>> = {
  light: { line: "#8889", soft: "#8882", bad: "#b3261e", go: "#1f5fa8" },
  dark: { line: "#8889", soft: "#8882", bad: "#ff9d94", go: "#2a6fbe" },
};

/** Sizes of all pages in rem, by custom property. */
export const SIZES = {
  /** The radius of the corners of fields, choices and buttons. */
  radius: "0.5rem",
  /** The height of controls: 48 px at the browser's usual font size, above the 44 px of WCAG 2.5.5. */
  control: "3rem",
} as const;

/** CSS that declares all tokens as custom properties of the root element: `var(--line)`, `var(--radius)`. */
export const TOKENS_CSS = `
:root { color-scheme: light dark; ${declarations({ ...COLOURS.light, ...SIZES })} }
@media (prefers-color-scheme: dark) { :root { ${declarations(COLOURS.dark)} } }
`;

function declarations(tokens: Readonly<Record<string, string>>): string {
  return Object.entries(tokens)
    .map(([name, value]) => `--${name}: ${value};`)
    .join(" ");
}
