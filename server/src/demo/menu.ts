import type { NewService } from "../features/services/index.ts";
import type { StaffKey } from "./team.ts";

/** A member, or a member who takes another time or price (in cents) than the menu says. */
type Performer = StaffKey | { readonly who: StaffKey; readonly minutes?: number; readonly price?: number };

export interface DemoService {
  readonly name: string;
  /** One number, or initial, processing and finishing. */
  readonly minutes: number | readonly [number, number, number];
  /** In cents; 0 is free. */
  readonly price: number;
  readonly by: readonly Performer[];
  /** How often it is asked for, beside the others. */
  readonly demand: number;
  readonly only?: "women" | "men";
  /** What people add to it, on the same chair. */
  readonly then?: readonly string[];
  readonly needs?: "wash_station" | "treatment_room";
  readonly more?: Omit<NewService, "name" | "location_ids" | "staff" | "resources" | "price">;
}

export interface DemoCategory {
  readonly name: string;
  readonly description: string | null;
  readonly services: readonly DemoService[];
}

const zoe = (price: number): Performer => ({ who: "zoe", price });
const patchTest = { requires_patch_test: true, buffer_after_minutes: 5 } as const;

/** Thirty services under seven headings. Prices are in cents. */
export const MENU: readonly DemoCategory[] = [
  {
    name: "Cut",
    description: "Every cut begins with a look at your hair together.",
    services: [
      { name: "Short cut", minutes: 30, price: 3500, by: [zoe(4500), "aylin", "mateusz", "chloe", "juergen"], demand: 9, then: ["Beard trim"] },
      { name: "Long cut", minutes: 45, price: 5200, by: [zoe(6500), "soren", "aylin", "chloe"], demand: 7, then: ["Deep conditioning"] },
      { name: "Cut and blow-dry", minutes: 60, price: 6800, by: [zoe(8400), "soren", "aylin", { who: "chloe", minutes: 70 }], demand: 9, needs: "wash_station" },
      { name: "Children's cut", minutes: 30, price: 2200, by: ["aylin", "chloe", { who: "juergen", minutes: 20 }], demand: 4 },
      { name: "Fringe trim", minutes: 15, price: 1200, by: ["zoe", "aylin", "chloe"], demand: 2 },
      { name: "Consultation", minutes: 15, price: 0, by: ["zoe", "soren"], demand: 1, more: { price_kind: "free", description: "Fifteen minutes before a big change." } },
    ],
  },
  {
    name: "Barber",
    description: null,
    services: [
      { name: "Beard trim", minutes: 20, price: 1900, by: ["mateusz", { who: "juergen", minutes: 25 }], demand: 5, only: "men" },
      { name: "Hot towel shave", minutes: 40, price: 3400, by: ["mateusz", "juergen"], demand: 4, only: "men", more: { buffer_after_minutes: 5 } },
      { name: "Cut and beard", minutes: 50, price: 4900, by: [{ who: "mateusz", minutes: 45 }, { who: "juergen", price: 5400 }], demand: 8, only: "men" },
      { name: "Buzz cut", minutes: 20, price: 2200, by: ["mateusz", "juergen"], demand: 5, only: "men", then: ["Beard trim"], more: { slot_step_minutes: 10 } },
    ],
  },
  {
    name: "Colour",
    description: "New to us, or a colour after a long time? We need an allergy test at least 48 hours before.",
    services: [
      { name: "Root touch-up", minutes: [30, 35, 25], price: 7200, by: [zoe(8200), "soren", { who: "chloe", minutes: 100 }], demand: 6, only: "women", then: ["Long cut"], more: patchTest },
      { name: "Full colour", minutes: [40, 40, 40], price: 11500, by: [zoe(13200), "soren"], demand: 4, only: "women", then: ["Blow-dry"], more: { ...patchTest, price_kind: "from" } },
      { name: "Highlights", minutes: [60, 40, 45], price: 14500, by: ["soren", zoe(16500)], demand: 3, only: "women", more: { ...patchTest, price_kind: "from", buffer_after_minutes: 10 } },
      { name: "Balayage", minutes: [75, 45, 60], price: 18900, by: ["soren", zoe(21500)], demand: 2, only: "women", more: { ...patchTest, price_kind: "from", requires_approval: true, min_notice_minutes: 1440, max_per_day: 2, buffer_after_minutes: 10 } },
      { name: "Gloss and toner", minutes: [15, 20, 10], price: 4500, by: ["soren", "chloe", "aylin"], demand: 3, needs: "wash_station" },
      { name: "Grey blending", minutes: [25, 20, 15], price: 5900, by: ["mateusz", "soren"], demand: 2, only: "men", more: patchTest },
    ],
  },
  {
    name: "Styling",
    description: null,
    services: [
      { name: "Blow-dry", minutes: 35, price: 3200, by: ["zoe", "soren", "aylin", "chloe"], demand: 5, only: "women", needs: "wash_station" },
      { name: "Updo", minutes: 60, price: 7500, by: ["zoe", "aylin"], demand: 2, only: "women", more: { buffer_after_minutes: 10 } },
      { name: "Bridal styling", minutes: 120, price: 19000, by: ["zoe"], demand: 1, only: "women", more: { price_kind: "from", requires_approval: true, min_notice_minutes: 2880, max_advance_days: 365, buffer_after_minutes: 15, description: "With a trial two weeks before." } },
    ],
  },
  {
    name: "Hair care",
    description: null,
    services: [
      { name: "Deep conditioning", minutes: [10, 20, 10], price: 3500, by: ["aylin", "chloe", "soren"], demand: 2, needs: "wash_station" },
      { name: "Bond repair", minutes: [15, 20, 15], price: 4900, by: ["soren", "zoe"], demand: 2, needs: "wash_station" },
      { name: "Scalp treatment", minutes: 40, price: 4200, by: ["aylin", "mateusz"], demand: 2, needs: "wash_station" },
    ],
  },
  {
    name: "Nails",
    description: "Hands and feet, with or without polish.",
    services: [
      { name: "Manicure", minutes: 40, price: 3400, by: ["ines"], demand: 6, then: ["Pedicure"] },
      { name: "Gel manicure", minutes: 60, price: 4800, by: ["ines", { who: "nadia", minutes: 75, price: 4400 }], demand: 7, only: "women", more: { buffer_after_minutes: 5 } },
      { name: "Gel removal", minutes: 20, price: 1500, by: ["ines", "nadia"], demand: 2, only: "women", more: { online_bookable: false } },
      { name: "Pedicure", minutes: 50, price: 4500, by: ["ines"], demand: 4, needs: "treatment_room", more: { buffer_after_minutes: 10 } },
    ],
  },
  {
    name: "Face, brows and lashes",
    description: null,
    services: [
      { name: "Brow shaping", minutes: 20, price: 1800, by: ["nadia"], demand: 5, then: ["Brow and lash tint"] },
      { name: "Brow and lash tint", minutes: 30, price: 3200, by: ["nadia"], demand: 5, only: "women", more: patchTest },
      { name: "Lash lift", minutes: 60, price: 6500, by: ["nadia"], demand: 5, only: "women", needs: "treatment_room", more: { ...patchTest, buffer_after_minutes: 10 } },
      { name: "Classic facial", minutes: 60, price: 7200, by: ["nadia"], demand: 6, needs: "treatment_room", more: { buffer_before_minutes: 5, buffer_after_minutes: 10, description: "Cleansing, peeling, mask and massage." } },
    ],
  },
];

/** The whole menu without its headings. */
export const SERVICES: readonly DemoService[] = MENU.flatMap(({ services }) => services);

export function performerKeys(service: DemoService): StaffKey[] {
  return service.by.map((performer) => (typeof performer === "string" ? performer : performer.who));
}
