import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startBrowser } from "./browser.ts";

/**
 * The folder that contains `icon.svg` and the app icons that this script draws from `icon.svg`. Run `npm run icons -w apps/web` after
 * changing the SVG.
 */
const PUBLIC = join(import.meta.dirname, "..", "public");
const FILES = [
  { name: "icon-192.png", size: 192, isMaskable: false },
  { name: "icon-512.png", size: 512, isMaskable: false },
  { name: "icon-180.png", size: 180, isMaskable: true },
  { name: "icon-maskable-512.png", size: 512, isMaskable: true },
] as const;
/**
 * The share of a maskable icon that contains the drawing. Operating systems crop these icons to a circle or rounded square.
 */
const SAFE_SHARE = 0.8;

const svg = readFileSync(join(PUBLIC, "icon.svg"), "utf8");
const [, colour = ""] = /fill="(#\w+)"/.exec(svg) ?? [];
const browser = await startBrowser();
try {
  for (const { name, size, isMaskable } of FILES) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const drawn = size * (isMaskable ? SAFE_SHARE : 1);
    const picture = svg.replace("<svg ", `<svg width="${drawn}" height="${drawn}" `);
    const background = isMaskable ? colour : "transparent";
    await page.setContent(
      `<style>body{margin:0;display:grid;place-items:center;height:100vh;background:${background}}</style>${picture}`,
    );
    await page.screenshot({ path: join(PUBLIC, name), omitBackground: true });
    await page.close();
  }
} finally {
  await browser.close();
}
