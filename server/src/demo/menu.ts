import type { ServiceInput } from "../features/business/services/index.ts";

/**
 * A service on the menu. Minutes are one number, or initial, processing and finishing minutes. Demand is the relative frequency
 * of bookings.
 */
type ServiceRow = readonly [
  category: string,
  name: string,
  minutes: number | readonly [number, number, number],
  euros: number,
  demand: number,
  staff: string,
  options?: Options,
];

/**
 * The options of a service: the clients it is for, another service that is often booked with it, a resource that it needs, prices
 * of staff members that differ from the menu's, and settings of the API.
 */
type Options = Partial<ServiceInput> & {
  readonly only?: "women" | "men";
  readonly addOn?: string;
  readonly needs?: "wash_station" | "treatment_room";
  readonly terms?: Readonly<Record<string, number>>;
};

const HERS = { only: "women" } as const;
const HIS = { only: "men" } as const;
const WASH = { needs: "wash_station" } as const;
const ROOM = { needs: "treatment_room", buffer_after_minutes: 10 } as const;
const TESTED = { requires_patch_test: true, buffer_after_minutes: 5 } as const;
const ROOTS = { ...HERS, ...TESTED, addOn: "Long cut" } as const;
const COLOUR = { ...HERS, ...TESTED, price_kind: "from" } as const;
const ASKED = { requires_approval: true, min_notice_minutes: 1440 } as const;
const WEDDING = { ...HERS, ...ASKED, max_advance_days: 365, description: "With a trial before." } as const;
const TALK = { price_kind: "free", description: "Before a big change." } as const;

/** The categories of the menu and their descriptions. */
export const CATEGORIES = [
  ["Cut", "Every cut begins with a look at your hair together."],
  ["Barber", null],
  ["Styling", null],
  ["Hair care", null],
  ["Colour", "New to us? We need an allergy test at least 48 hours before."],
  ["Nails", "Hands and feet, with or without polish."],
  ["Face", "Brows, lashes and skin."],
] as const;

const MENU: readonly ServiceRow[] = [
  ["Cut", "Short cut", 30, 35, 9, "Zoë Aylin Mateusz Chloé Jürgen", { addOn: "Beard trim" }],
  ["Cut", "Long cut", 45, 52, 7, "Zoë Søren Aylin Chloé", { terms: { Zoë: 65 }, addOn: "Blow-dry" }],
  ["Cut", "Cut and blow-dry", 60, 68, 9, "Zoë Søren Aylin Chloé", { ...WASH, addOn: "Brow shaping" }],
  ["Cut", "Children's cut", 30, 22, 4, "Aylin Chloé Jürgen"],
  ["Cut", "Fringe trim", 15, 12, 2, "Zoë Aylin Chloé"],
  ["Cut", "Consultation", 15, 0, 1, "Zoë Søren", TALK],
  ["Barber", "Beard trim", 20, 19, 5, "Mateusz Jürgen", HIS],
  ["Barber", "Hot towel shave", 40, 34, 4, "Mateusz Jürgen", { ...HIS, buffer_after_minutes: 5 }],
  ["Barber", "Cut and beard", 50, 49, 8, "Mateusz Jürgen", { ...HIS, terms: { Jürgen: 54 } }],
  ["Barber", "Buzz cut", 20, 22, 5, "Mateusz Jürgen", { ...HIS, addOn: "Beard trim" }],
  ["Styling", "Blow-dry", 35, 32, 5, "Zoë Søren Aylin Chloé", { ...HERS, ...WASH }],
  ["Styling", "Updo", 60, 75, 2, "Zoë Aylin", { ...HERS, buffer_after_minutes: 10 }],
  ["Styling", "Bridal styling", 120, 190, 1, "Zoë", WEDDING],
  ["Hair care", "Deep conditioning", [10, 20, 10], 35, 2, "Aylin Chloé Søren", WASH],
  ["Hair care", "Bond repair", [15, 20, 15], 49, 2, "Søren Zoë", WASH],
  ["Hair care", "Scalp treatment", 40, 42, 2, "Aylin Mateusz", WASH],
  ["Colour", "Root touch-up", [30, 35, 25], 72, 6, "Zoë Søren Chloé", { ...ROOTS, terms: { Zoë: 82 } }],
  ["Colour", "Full colour", [40, 40, 40], 115, 4, "Zoë Søren", { ...COLOUR, addOn: "Blow-dry" }],
  ["Colour", "Highlights", [60, 40, 45], 145, 3, "Søren Zoë", COLOUR],
  ["Colour", "Balayage", [75, 45, 60], 189, 2, "Søren Zoë", { ...COLOUR, ...ASKED, max_per_day: 2 }],
  ["Colour", "Gloss and toner", [15, 20, 10], 45, 3, "Søren Chloé Aylin", WASH],
  ["Colour", "Grey blending", [25, 20, 15], 59, 2, "Mateusz Søren", { ...HIS, ...TESTED }],
  ["Nails", "Manicure", 40, 34, 6, "Inês", { addOn: "Pedicure" }],
  ["Nails", "Gel manicure", 60, 48, 7, "Inês Nadia", { ...HERS, buffer_after_minutes: 5 }],
  ["Nails", "Gel removal", 20, 15, 2, "Inês Nadia", { ...HERS, online_bookable: false }],
  ["Nails", "Pedicure", 50, 45, 4, "Inês", ROOM],
  ["Face", "Brow shaping", 20, 18, 5, "Nadia", { addOn: "Brow and lash tint" }],
  ["Face", "Brow and lash tint", 30, 32, 5, "Nadia", { ...HERS, ...TESTED }],
  ["Face", "Lash lift", 60, 65, 5, "Nadia", { ...HERS, ...TESTED, ...ROOM }],
  ["Face", "Classic facial", 60, 72, 6, "Nadia", ROOM],
];

/** The services of the menu with what the demo draws appointments from. Prices are in cents. */
export const SERVICES = MENU.map(([category, name, minutes, euros, demand, by, options = {}]) => {
  const { only, addOn, needs, terms = {}, ...input } = options;
  const phases = typeof minutes === "number" ? [minutes] : minutes;
  const total = phases.reduce((sum, phase) => sum + phase, 0);
  const staff = by.split(" ");
  return {
    category,
    name,
    phases,
    total,
    price: 100 * euros,
    demand,
    staff,
    only,
    addOn,
    needs,
    terms,
    input,
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
  ["Cuticle oil", 990, "2000000000060", 61],
] as const;

/** The tax that is included in the prices of services and products. */
export const TAX = { name: "VAT", percent: 19, included: true } as const;

/** Prepaid products. A package pays for `units` services; a membership pays for `units` services a month, for three months. */
export const PREPAID = [
  { kind: "package", name: "Six blow-dries", price: 16000, units: 6, services: ["Blow-dry"] },
  { kind: "package", name: "Ten trims", price: 17500, units: 10, services: ["Beard trim", "Buzz cut"] },
  { kind: "membership", name: "Nail club", price: 21900, units: 2, services: ["Manicure", "Gel manicure"] },
] as const;

/** Gift cards: name, and value in cents, which is also the price. */
export const GIFT_CARDS = [
  ["Gift card, 50 euros", 5000],
  ["Gift card, 100 euros", 10000],
] as const;

/** The percentage promotion, for hair care from `fromDay` to `toDay` relative to today. The other promotion is always valid. */
export const SHINE = { name: "Shine weeks", category: "Hair care", fromDay: -30, toDay: 45 } as const;
export const FRIEND = "Bring a friend";
