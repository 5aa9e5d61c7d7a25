import { createSpotlight } from "@mantine/spotlight";

/** Opens the command palette from any component. */
export const [paletteStore, palette] = createSpotlight();

export function openPalette(): void {
  palette.open();
}
