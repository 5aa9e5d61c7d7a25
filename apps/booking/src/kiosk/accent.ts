import { accentOf } from "@daybook/tokens";

const dark = matchMedia("(prefers-color-scheme: dark)");
let accent: string | undefined;

/** Applies the colours for the business's accent colour, and updates them when the tablet's colour scheme changes. */
export function applyAccent(chosen: string): void {
  if (accent === undefined) dark.addEventListener("change", show);
  accent = chosen;
  show();
}

function show(): void {
  if (accent === undefined) return;
  const { fill, fillHover, onFill, text, tint } = accentOf(accent, dark.matches ? "dark" : "light");
  const { style } = document.documentElement;
  const colours = { fill, "fill-hover": fillHover, "on-fill": onFill, accent: text, tint };
  for (const [name, value] of Object.entries(colours)) style.setProperty(`--${name}`, value);
}
