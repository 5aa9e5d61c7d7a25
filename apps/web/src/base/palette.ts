import { createSpotlight } from "@mantine/spotlight";

/** The command palette, opened from anywhere. */
export const [paletteStore, palette] = createSpotlight();

export function openPalette(): void {
  palette.open();
}
