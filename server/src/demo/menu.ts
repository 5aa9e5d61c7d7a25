import { BEAUTY_MENU } from "./beautyMenu.ts";
import { COLOUR_MENU } from "./colourMenu.ts";
import { HAIR_MENU } from "./hairMenu.ts";
import type { DemoCategory, DemoService } from "./menuShapes.ts";
import type { StaffKey } from "./team.ts";

/** Thirty services under seven headings. */
export const MENU: readonly DemoCategory[] = [...HAIR_MENU, COLOUR_MENU, ...BEAUTY_MENU];

/** The whole menu without its headings. */
export const SERVICES: readonly DemoService[] = MENU.flatMap(({ services }) => services);

export function performerKeys(service: DemoService): StaffKey[] {
  return service.by.map((performer) => (typeof performer === "string" ? performer : performer.who));
}
