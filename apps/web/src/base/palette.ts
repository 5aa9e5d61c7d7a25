import { createSpotlight } from "@mantine/spotlight";

/** The state of the command palette and the actions that open and close it. */
export const [paletteStore, palette] = createSpotlight();

export function openPalette(): void {
  palette.open();
}
