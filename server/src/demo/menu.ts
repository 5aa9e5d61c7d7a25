import { MINUTE } from "@daybook/engine";
import type { ServiceInput } from "../features/business/services/index.ts";

/** The categories of the menu: name, the group of clients that books the category (null: all clients), and description. */
export const CATEGORIES: readonly (readonly [name: string, only: "women" | "men" | null, string | null])[] = [
  ["Cut", null, "Every cut begins with a look at your hair together."],
  ["Barber", "men", null],
  ["Styling", "women", null],
  ["Hair care", null, null],
  ["Colour", "women", "New to us? We need an allergy test at least 48 hours before."],
  ["Nails", "women", "Hands and feet, with or without polish."],
  ["Face", "women", "Brows, lashes and skin."],
];

/**
 * The options of a service: another service that is often booked with it, a resource that it needs, prices of staff members that
 * differ from the menu's, and fields of `ServiceInput`.
 */
type Options = Partial<ServiceInput> & {
  readonly addOn?: string;
  readonly needs?: "wash_station" | "treatment_room";
  readonly terms?: Readonly<Record<string, number>>;
};

const WASH = { needs: "wash_station" } as const;
const ROOM = { needs: "treatment_room", buffer_after_minutes: 10 } as const;
const TESTED = { requires_patch_test: true, buffer_after_minutes: 5 } as const;
const COLOUR = { ...TESTED, price_kind: "from" } as const;
const ASKED = { requires_approval: true, min_notice_minutes: 1440 } as const;
const WEDDING = { ...ASKED, max_advance_days: 365, description: "With a trial before." } as const;

/** The minutes of a service: one number, or the initial, processing and finishing minutes. */
type Minutes = number | readonly [number, number, number];
/** The services: category, name, minutes, price in euros, relative frequency of bookings, staff members, and options. */
const MENU: readonly (readonly [string, string, Minutes, number, number, string, Options?])[] = [
  ["Cut", "Short cut", 30, 35, 9, "Zoë Aylin Mateusz Chloé Jürgen"],
  ["Cut", "Long cut", 45, 52, 7, "Zoë Søren Aylin Chloé", { terms: { Zoë: 65 }, addOn: "Deep conditioning" }],
  ["Cut", "Cut and blow-dry", 60, 68, 9, "Zoë Søren Aylin Chloé", WASH],
  ["Cut", "Children's cut", 30, 22, 4, "Aylin Chloé Jürgen"],
  ["Cut", "Fringe trim", 15, 12, 2, "Zoë Aylin Chloé"],
  ["Cut", "Consultation", 15, 0, 1, "Zoë Søren", { price_kind: "free", description: "Before a big change." }],
  ["Barber", "Beard trim", 20, 19, 5, "Mateusz Jürgen"],
  ["Barber", "Hot towel shave", 40, 34, 4, "Mateusz Jürgen", { buffer_after_minutes: 5 }],
  ["Barber", "Cut and beard", 50, 49, 8, "Mateusz Jürgen", { terms: { Jürgen: 54 } }],
  ["Barber", "Buzz cut", 20, 22, 5, "Mateusz Jürgen", { addOn: "Beard trim" }],
  ["Styling", "Blow-dry", 35, 32, 5, "Zoë Søren Aylin Chloé", WASH],
  ["Styling", "Updo", 60, 75, 2, "Zoë Aylin", { buffer_after_minutes: 10, addOn: "Brow shaping" }],
  ["Styling", "Bridal styling", 120, 190, 1, "Zoë", WEDDING],
  ["Hair care", "Deep conditioning", [10, 20, 10], 35, 2, "Aylin Chloé Søren", WASH],
  ["Hair care", "Bond repair", [15, 20, 15], 49, 2, "Søren Zoë", WASH],
  ["Hair care", "Scalp treatment", 40, 42, 2, "Aylin Mateusz", WASH],
  ["Colour", "Root touch-up", [30, 35, 25], 72, 6, "Zoë Søren Chloé", { ...TESTED, addOn: "Blow-dry" }],
  ["Colour", "Full colour", [40, 40, 40], 115, 4, "Zoë Søren", { ...COLOUR, addOn: "Blow-dry" }],
  ["Colour", "Highlights", [60, 40, 45], 145, 3, "Søren Zoë", COLOUR],
  ["Colour", "Balayage", [75, 45, 60], 189, 2, "Søren Zoë", { ...COLOUR, ...ASKED, max_per_day: 2 }],
  ["Colour", "Gloss and toner", [15, 20, 10], 45, 3, "Søren Chloé Aylin", WASH],
  ["Colour", "Grey blending", [25, 20, 15], 59, 2, "Mateusz Søren", TESTED],
  ["Nails", "Manicure", 40, 34, 6, "Inês", { addOn: "Pedicure" }],
  ["Nails", "Gel manicure", 60, 48, 7, "Inês Nadia", { buffer_after_minutes: 5, addOn: "Brow shaping" }],
  ["Nails", "Gel removal", 20, 15, 2, "Inês Nadia", { online_bookable: false, addOn: "Manicure" }],
  ["Nails", "Pedicure", 50, 45, 4, "Inês", ROOM],
  ["Face", "Brow shaping", 20, 18, 5, "Nadia", { addOn: "Brow and lash tint" }],
  ["Face", "Brow and lash tint", 30, 32, 5, "Nadia", TESTED],
  ["Face", "Lash lift", 60, 65, 5, "Nadia", { ...TESTED, ...ROOM }],
  ["Face", "Classic facial", 60, 72, 6, "Nadia", ROOM],
];

/** The services of the menu with the data from which the demo draws appointments. Prices are in cents. */
export const SERVICES = MENU.map(([category, name, minutes, euros, demand, staff, options = {}]) => {
  const { addOn, needs, terms = {}, ...input } = options;
  const phases = typeof minutes === "number" ? [minutes] : minutes;
  const total = phases.reduce((sum, phase) => sum + phase, 0);
  const lengthMs = (total + (input.buffer_after_minutes ?? 0)) * MINUTE;
  const only = CATEGORIES.find(([of]) => of === category)?.[1] ?? null;
  const booked = { addOn, only, demand, lengthMs, minutes: total };
  return {
    category,
    name,
    phases,
    price: 100 * euros,
    staff: staff.split(" "),
    needs,
    terms,
    input,
    ...booked,
  };
});
export type DemoService = (typeof SERVICES)[number];

/**
 * Retail products: name, price in cents, barcode, and units in stock when the salon opened. Barcodes that begin with 20 are
 * reserved for use within a shop.
 */
export const PRODUCTS = [
  ["Shampoo for coloured hair", 1850, "2000000000015", 60],
  ["Conditioner", 1950, "2000000000022", 54],
  ["Argan oil", 2400, "2000000000039", 46],
  ["Beard oil", 1650, "2000000000046", 58],
  ["Hand cream", 1290, "2000000000053", 49],
] as const;

/** The tax that is included in the prices of services and products. */
export const TAX = { name: "VAT", percent: 19, included: true } as const;

/**
 * Prepaid products, and the clients who buy them. A package pays for `units` services; a membership pays for `units` services a month,
 * for three months; the price of a gift card is also its value.
 */
export const PREPAID = [
  { kind: "package", name: "Six blow-dries", price: 16000, only: "women", units: 6, services: ["Blow-dry"] },
  { kind: "package", name: "Ten trims", price: 17500, only: "men", units: 10, services: ["Beard trim"] },
  { kind: "membership", name: "Nail club", price: 21900, only: "women", units: 2, services: ["Manicure"] },
  { kind: "gift_card", name: "Gift card", price: 10000, only: "men", units: 1, services: [] },
] as const;

export const SHINE = { name: "Shine weeks", category: "Hair care" } as const;
