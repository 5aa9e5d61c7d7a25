import { accentOf, mixed, PALETTES, type Scheme } from "@daybook/tokens";
import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from "@mantine/core";

/**
 * Builds Mantine's theme from the shared tokens, so that Mantine's components look like Daybook's own components. In pixels,
 * most text is 14 or 16 high, controls are 36 high (44 on touch screens, see styles.css), corners have a radius of 8 and borders are
 * 1 wide.
 */
export function themeFor(accent: string): { theme: MantineThemeOverride; resolver: CSSVariablesResolver } {
  const theme = createTheme({
    primaryColor: "accent",
    primaryShade: { light: 7, dark: 7 },
    colors: {
      accent: shadesOf(accent),
      red: shadesOf(PALETTES.light.bad),
      gray: GREYS,
      dark: DARKS,
    },
    autoContrast: true,
    luminanceThreshold: 0.35,
    defaultRadius: "md",
    radius: { sm: "6px", md: "8px", lg: "12px" },
    fontFamily:
      'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Ubuntu, "Helvetica Neue", Arial, sans-serif',
    fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace',
    fontSizes: { xs: "0.8125rem", sm: "0.875rem", md: "1rem", lg: "1.125rem" },
    spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
    headings: { fontWeight: "650", sizes: { h1: { fontSize: "1.375rem" }, h2: { fontSize: "1.125rem" } } },
    respectReducedMotion: true,
    cursorType: "pointer",
    components: {
      Tooltip: { defaultProps: { withArrow: false, openDelay: 300, transitionProps: { duration: 80 } } },
      // Disables the placeholder for the initial focus, because the placeholder does not have the role `menuitem`, which ARIA
      // requires in a menu.
      Menu: {
        defaultProps: { withInitialFocusPlaceholder: false, shadow: "md", transitionProps: { duration: 80 } },
      },
      Popover: { defaultProps: { shadow: "md", transitionProps: { duration: 80 } } },
      Modal: { defaultProps: { overlayProps: { backgroundOpacity: 0.35 } } },
      Drawer: {
        defaultProps: { overlayProps: { backgroundOpacity: 0.35 }, transitionProps: { duration: 120 } },
      },
      // A label that does not fit wraps between words instead of being cut off.
      Button: {
        styles: {
          label: { whiteSpace: "normal", overflowWrap: "break-word", lineHeight: 1.2, textAlign: "center" },
        },
      },
      Badge: { defaultProps: { tt: "none", radius: "sm" } },
      Select: { defaultProps: { allowDeselect: false, checkIconPosition: "right" } },
    },
  });
  const resolver: CSSVariablesResolver = () => ({
    variables: {},
    light: variablesOf("light", accent),
    dark: variablesOf("dark", accent),
  });
  return { theme, resolver };
}

/** Returns the tokens as custom properties `--db-…`, and Mantine's custom properties derived from the tokens. */
function variablesOf(scheme: Scheme, colour: string): Record<string, string> {
  const palette = PALETTES[scheme];
  const accent = accentOf(colour, scheme);
  return {
    "--db-canvas": palette.canvas,
    "--db-surface": palette.surface,
    "--db-raised": palette.raised,
    "--db-sunken": palette.sunken,
    "--db-line": palette.line,
    "--db-line-strong": palette.lineStrong,
    "--db-ink": palette.ink,
    "--db-ink-soft": palette.inkSoft,
    "--db-bad": palette.bad,
    "--db-warn": palette.warn,
    "--db-good": palette.good,
    "--db-info": palette.info,
    "--db-accent": accent.text,
    "--db-accent-fill": accent.fill,
    "--db-accent-on-fill": accent.onFill,
    "--db-accent-tint": accent.tint,
    "--mantine-color-body": palette.surface,
    "--mantine-color-text": palette.ink,
    "--mantine-color-bright": palette.ink,
    "--mantine-color-dimmed": palette.inkSoft,
    "--mantine-color-placeholder": palette.inkSoft,
    "--mantine-color-error": palette.bad,
    "--mantine-color-anchor": accent.text,
    "--mantine-color-default": palette.surface,
    "--mantine-color-default-hover": palette.sunken,
    "--mantine-color-default-color": palette.ink,
    "--mantine-color-default-border": palette.lineStrong,
    "--mantine-color-accent-filled": accent.fill,
    "--mantine-color-accent-filled-hover": accent.fillHover,
    "--mantine-primary-color-contrast": accent.onFill,
    "--mantine-color-accent-light": accent.tint,
    "--mantine-color-accent-light-hover": accent.tint,
    "--mantine-color-accent-light-color": accent.text,
    "--mantine-color-accent-outline": accent.text,
    "--mantine-color-accent-text": accent.text,
    "--mantine-color-red-light": mixed(palette.surface, palette.bad, 0.1),
    // Mantine's own colour is so dark that the text on it has a contrast of only 4:1.
    "--mantine-color-red-light-hover": mixed(palette.surface, palette.bad, 0.1),
    "--mantine-color-red-light-color": palette.bad,
    "--mantine-color-red-text": palette.bad,
  };
}

const GREYS: MantineColorsTuple = [
  PALETTES.light.canvas,
  PALETTES.light.sunken,
  "#e6eaee",
  PALETTES.light.line,
  "#cfd6dd",
  PALETTES.light.lineStrong,
  PALETTES.light.inkSoft,
  PALETTES.light.inkSoft,
  "#333c47",
  PALETTES.light.ink,
];

const DARKS: MantineColorsTuple = [
  PALETTES.dark.ink,
  PALETTES.dark.inkSoft,
  PALETTES.dark.inkSoft,
  "#8b97a4",
  PALETTES.dark.lineStrong,
  PALETTES.dark.line,
  PALETTES.dark.raised,
  PALETTES.dark.surface,
  PALETTES.dark.sunken,
  PALETTES.dark.canvas,
];

/** Returns ten shades from light to dark. Index 7 is the colour itself, darkened until white text on it is readable. */
function shadesOf(colour: string): MantineColorsTuple {
  const { fill } = accentOf(colour, "light");
  const lighter = [0.93, 0.85, 0.72, 0.58, 0.44, 0.3, 0.16].map((share) => mixed(fill, "#ffffff", share));
  return [
    ...lighter,
    fill,
    mixed(fill, "#000000", 0.15),
    mixed(fill, "#000000", 0.3),
  ] as unknown as MantineColorsTuple;
}
