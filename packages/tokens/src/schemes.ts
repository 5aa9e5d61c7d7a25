import { contrastOf, mixed, readableOn } from "./contrast.ts";

export type Scheme = "light" | "dark";

/** The colours of the app and the booking page by role. Greys have a blue tint. */
export interface Palette {
  /** The background of the page, visible in rails and empty areas. */
  readonly canvas: string;
  /** The background of cards, tables and the calendar. */
  readonly surface: string;
  /** The background of elevated surfaces: menus, dialogs and panels. */
  readonly raised: string;
  /** The background of read-only fields and table headers. */
  readonly sunken: string;
  /** The colour of thin borders between sections. */
  readonly line: string;
  /** The colour of the borders of fields, and of the lines at full hours in the calendar. */
  readonly lineStrong: string;
  /** The colour of text, with AAA contrast on every background. */
  readonly ink: string;
  /** The colour of secondary text, with AA contrast on every background and AAA contrast on `surface`. */
  readonly inkSoft: string;
  readonly bad: string;
  readonly warn: string;
  readonly good: string;
  readonly info: string;
}

export const PALETTES: Readonly<Record<Scheme, Palette>> = {
  light: {
    canvas: "#f4f6f8",
    surface: "#ffffff",
    raised: "#ffffff",
    sunken: "#eef1f4",
    line: "#e0e5ea",
    lineStrong: "#b9c2cc",
    ink: "#171c23",
    inkSoft: "#48525e",
    bad: "#b3261e",
    warn: "#8a4b00",
    good: "#14683a",
    info: "#1d5a9c",
  },
  dark: {
    canvas: "#0e1217",
    surface: "#151a21",
    raised: "#1c222b",
    sunken: "#10151b",
    line: "#29313b",
    lineStrong: "#48535f",
    ink: "#edf0f4",
    inkSoft: "#b3bdc8",
    bad: "#ff9d94",
    warn: "#f5b95f",
    good: "#6ed29b",
    info: "#8fc1f7",
  },
};

export const DEFAULT_ACCENT = "#0f766e";

/** The accent colours of one colour scheme. The colours are readable with any accent that the business chooses. */
export interface Accent {
  /** The background of filled buttons. Their text has the colour `onFill`. */
  readonly fill: string;
  readonly fillHover: string;
  readonly onFill: string;
  /** The colour of text and icons on surfaces. */
  readonly text: string;
  /** The background of selected elements. `ink` and `text` are readable on it. */
  readonly tint: string;
}

const AA = 4.5;

export function accentOf(colour: string, scheme: Scheme): Accent {
  const { surface, canvas, raised, ink } = PALETTES[scheme];
  const isDark = scheme === "dark";
  const tint = mixed(surface, colour, isDark ? 0.22 : 0.1);
  // Buttons have white text on most accents. The lightest accents (such as yellow) get dark text, because darkening
  // them would turn them brown.
  const white = readableOn(colour, ["#ffffff"], AA);
  const isLight = contrastOf(colour, "#ffffff") < 1.8;
  const fill = isLight ? colour : white;
  const onFill = isLight ? PALETTES.light.ink : "#ffffff";
  return {
    fill,
    fillHover: mixed(fill, isLight || isDark ? "#ffffff" : "#000000", isDark && !isLight ? 0 : 0.12),
    onFill,
    text: readableOn(colour, [surface, canvas, raised, tint], AA),
    tint: contrastOf(ink, tint) >= 7 ? tint : mixed(surface, colour, 0.06),
  };
}

/** The colours of a calendar card: a tinted background, a bar whose contrast is at least 3, and text with AAA contrast. */
export interface CardColours {
  readonly background: string;
  readonly bar: string;
  readonly text: string;
}

const AAA = 7;

export function cardOf(colour: string, scheme: Scheme): CardColours {
  const { surface, ink } = PALETTES[scheme];
  const background = mixed(surface, colour, scheme === "dark" ? 0.24 : 0.14);
  return {
    background,
    bar: readableOn(colour, [background], 3),
    text: readableOn(ink, [background], AAA),
  };
}

/** Card colours in the order of assignment to categories and staff members. Colour-blind users can distinguish the colours. */
export const CARD_COLOURS = [
  "#0f766e",
  "#b4532a",
  "#5b5bd6",
  "#b0246b",
  "#4d7c0f",
  "#0369a1",
  "#a16207",
  "#7e22ce",
  "#475569",
  "#be123c",
] as const;
