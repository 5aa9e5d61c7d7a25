import { dateOf } from "@daybook/engine";
import { createNote } from "../features/clients/notes/index.ts";
import type { Appointment } from "./appointments.ts";
import { CATEGORIES } from "./menu.ts";
import { seededRandom } from "./random.ts";
import type { Demo } from "./setUp.ts";

const COLOURS = new Set(
  CATEGORIES.filter(({ name }) => name === "Colour").flatMap(({ services }) =>
    services.map(([name]) => name),
  ),
);

const FORMULAS = [
  "Roots 6.1 + 6.0 (1:1), 6 %, 35 min",
  "Full head 7.3 with 9 %, toner 9.16 for 12 min",
  "Highlights in 28 foils, bleach 6 %, gloss 10.21",
  "5.0 + 5.4 (2:1), 3 %; covers grey well, 40 min",
  "Balayage from the cheekbones, toner 8.1 + 9.2 for 8 min",
] as const;

/** Writes the colour formula into the file of a client after most appointments for a colour. */
export async function writeNotes(demo: Demo, appointments: readonly Appointment[]): Promise<void> {
  const { tx, businessId, today, now } = demo;
  const random = seededRandom("notes");
  for (const { client, dayOffset, items, changes } of appointments) {
    const completed = changes.find(({ to, at }) => to === "completed" && at <= now);
    const isColour = items.some(({ service }) => COLOURS.has(service.name));
    if (client.id === undefined || completed === undefined || !isColour || random.happens(0.3)) continue;
    const note = {
      text: random.oneOf(FORMULAS),
      noted_on: dateOf(today + dayOffset),
      pinned: random.happens(0.2),
    };
    await createNote(tx, { businessId, clientId: client.id, own: null }, note, completed.at);
  }
}
