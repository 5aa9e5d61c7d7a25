import { accentOf } from "@daybook/tokens";

export function applyAccent(accent: string): void {
  const scheme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const { fill, fillHover, onFill, text, tint } = accentOf(accent, scheme);
  const { style } = document.documentElement;
  const colours = { fill, "fill-hover": fillHover, "on-fill": onFill, accent: text, tint };
  for (const [name, value] of Object.entries(colours)) style.setProperty(`--${name}`, value);
}
