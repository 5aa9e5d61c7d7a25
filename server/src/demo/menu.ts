import type { ServiceInput } from "../features/business/services/index.ts";

/**
 * A service on the menu. Minutes are one number, or initial, processing and finishing minutes. Demand is the relative frequency
 * of bookings.
 */
type ServiceRow = readonly [
  name: string,
  minutes: number | readonly [number, number, number],
  cents: number,
  demand: number,
  staff: string,
  options?: { only?: "women" | "men"; needs?: "wash_station" | "treatment_room"; addOn?: string },
];

interface Category {
  readonly name: string;
  readonly description: string | null;
  readonly services: readonly ServiceRow[];
}

export const CATEGORIES: readonly Category[] = [
  {
    name: "Cut",
    description: "Every cut begins with a look at your hair together.",
    services: [
      ["Short cut", 30, 3500, 9, "Zoë Aylin Mateusz Chloé Jürgen", { addOn: "Beard trim" }],
      ["Long cut", 45, 5200, 7, "Zoë Søren Aylin Chloé", { addOn: "Deep conditioning" }],
      ["Cut and blow-dry", 60, 6800, 9, "Zoë Søren Aylin Chloé", { needs: "wash_station" }],
      ["Children's cut", 30, 2200, 4, "Aylin Chloé Jürgen"],
      ["Fringe trim", 15, 1200, 2, "Zoë Aylin Chloé"],
      ["Consultation", 15, 0, 1, "Zoë Søren"],
    ],
  },
  {
    name: "Barber",
    description: null,
    services: [
      ["Beard trim", 20, 1900, 5, "Mateusz Jürgen", { only: "men" }],
      ["Hot towel shave", 40, 3400, 4, "Mateusz Jürgen", { only: "men" }],
      ["Cut and beard", 50, 4900, 8, "Mateusz Jürgen", { only: "men" }],
      ["Buzz cut", 20, 2200, 5, "Mateusz Jürgen", { only: "men", addOn: "Beard trim" }],
    ],
  },
  {
    name: "Styling",
    description: null,
    services: [
      ["Blow-dry", 35, 3200, 5, "Zoë Søren Aylin Chloé", { only: "women", needs: "wash_station" }],
      ["Updo", 60, 7500, 2, "Zoë Aylin", { only: "women" }],
      ["Bridal styling", 120, 19000, 1, "Zoë", { only: "women" }],
    ],
  },
  {
    name: "Hair care",
    description: null,
    services: [
      ["Deep conditioning", [10, 20, 10], 3500, 2, "Aylin Chloé Søren", { needs: "wash_station" }],
      ["Bond repair", [15, 20, 15], 4900, 2, "Søren Zoë", { needs: "wash_station" }],
      ["Scalp treatment", 40, 4200, 2, "Aylin Mateusz", { needs: "wash_station" }],
    ],
  },
  {
    name: "Colour",
    description:
      "New to us, or a colour after a long time? We need an allergy test at least 48 hours before.",
    services: [
      ["Root touch-up", [30, 35, 25], 7200, 6, "Zoë Søren Chloé", { only: "women", addOn: "Long cut" }],
      ["Full colour", [40, 40, 40], 11500, 4, "Zoë Søren", { only: "women", addOn: "Blow-dry" }],
      ["Highlights", [60, 40, 45], 14500, 3, "Søren Zoë", { only: "women" }],
      ["Balayage", [75, 45, 60], 18900, 2, "Søren Zoë", { only: "women" }],
      ["Gloss and toner", [15, 20, 10], 4500, 3, "Søren Chloé Aylin", { needs: "wash_station" }],
      ["Grey blending", [25, 20, 15], 5900, 2, "Mateusz Søren", { only: "men" }],
    ],
  },
  {
    name: "Nails",
    description: "Hands and feet, with or without polish.",
    services: [
      ["Manicure", 40, 3400, 6, "Inês", { addOn: "Pedicure" }],
      ["Gel manicure", 60, 4800, 7, "Inês Nadia", { only: "women" }],
      ["Gel removal", 20, 1500, 2, "Inês Nadia", { only: "women" }],
      ["Pedicure", 50, 4500, 4, "Inês", { needs: "treatment_room" }],
    ],
  },
  {
    name: "Face, brows and lashes",
    description: null,
    services: [
      ["Brow shaping", 20, 1800, 5, "Nadia", { addOn: "Brow and lash tint" }],
      ["Brow and lash tint", 30, 3200, 5, "Nadia", { only: "women" }],
      ["Lash lift", 60, 6500, 5, "Nadia", { only: "women", needs: "treatment_room" }],
      ["Classic facial", 60, 7200, 6, "Nadia", { needs: "treatment_room" }],
    ],
  },
];

/**
 * Minutes or prices (in cents) of individual staff members that differ from the menu's: service, staff member, minutes, price.
 */
export const STAFF_TERMS: readonly (readonly [string, string, number | null, number | null])[] = [
  ["Short cut", "Zoë", null, 4500],
  ["Long cut", "Zoë", null, 6500],
  ["Cut and blow-dry", "Zoë", null, 8400],
  ["Cut and blow-dry", "Chloé", 70, null],
  ["Children's cut", "Jürgen", 20, null],
  ["Beard trim", "Jürgen", 25, null],
  ["Cut and beard", "Mateusz", 45, null],
  ["Cut and beard", "Jürgen", null, 5400],
  ["Root touch-up", "Zoë", null, 8200],
  ["Root touch-up", "Chloé", 100, null],
  ["Full colour", "Zoë", null, 13200],
  ["Highlights", "Zoë", null, 16500],
  ["Balayage", "Zoë", null, 21500],
  ["Gel manicure", "Nadia", 75, 4400],
];

type ServiceDetails = Partial<ServiceInput>;
const PATCH_TEST: ServiceDetails = { requires_patch_test: true, buffer_after_minutes: 5 };
const FROM: ServiceDetails = { price_kind: "from" };

/** The settings of services other than their durations and prices. */
export const SERVICE_DETAILS: Readonly<Record<string, ServiceDetails>> = {
  Consultation: { price_kind: "free", description: "Fifteen minutes before a big change." },
  "Hot towel shave": { buffer_after_minutes: 5 },
  "Buzz cut": { slot_step_minutes: 10 },
  Updo: { buffer_after_minutes: 10 },
  "Bridal styling": {
    ...FROM,
    requires_approval: true,
    min_notice_minutes: 2880,
    max_advance_days: 365,
    buffer_after_minutes: 15,
    description: "With a trial two weeks before.",
  },
  "Root touch-up": PATCH_TEST,
  "Full colour": { ...PATCH_TEST, ...FROM },
  Highlights: { ...PATCH_TEST, ...FROM, buffer_after_minutes: 10 },
  Balayage: {
    ...PATCH_TEST,
    ...FROM,
    requires_approval: true,
    min_notice_minutes: 1440,
    max_per_day: 2,
    buffer_after_minutes: 10,
  },
  "Grey blending": PATCH_TEST,
  "Gel manicure": { buffer_after_minutes: 5 },
  "Gel removal": { online_bookable: false },
  Pedicure: { buffer_after_minutes: 10 },
  "Brow and lash tint": PATCH_TEST,
  "Lash lift": { ...PATCH_TEST, buffer_after_minutes: 10 },
  "Classic facial": {
    buffer_before_minutes: 5,
    buffer_after_minutes: 10,
    description: "Cleansing, peeling, mask and massage.",
  },
};

export interface DemoService {
  readonly name: string;
  readonly price: number;
  readonly demand: number;
  readonly staff: readonly string[];
  readonly only: "women" | "men" | undefined;
  readonly addOn: string | undefined;
  readonly details: ServiceDetails;
}

export const SERVICES: readonly DemoService[] = CATEGORIES.flatMap(({ services }) =>
  services.map(([name, , price, demand, staff, { only, addOn } = {}]) => {
    return {
      name,
      price,
      demand,
      staff: staff.split(" "),
      only,
      addOn,
      details: SERVICE_DETAILS[name] ?? {},
    };
  }),
);

export const PATCH_TEST_SERVICES: readonly string[] = SERVICES.filter(
  ({ details }) => details.requires_patch_test === true,
).map(({ name }) => name);

/**
 * Retail products: name, price in cents, barcode, and units in stock when the salon opened. Barcodes that begin with 20 are
 * reserved for use within a shop.
 */
export const PRODUCTS: readonly (readonly [string, number, string, number])[] = [
  ["Shampoo for coloured hair", 1850, "2000000000015", 120],
  ["Conditioner", 1950, "2000000000022", 104],
  ["Argan oil", 2400, "2000000000039", 96],
  ["Beard oil", 1650, "2000000000046", 118],
  ["Hand cream", 1290, "2000000000053", 109],
  ["Cuticle oil", 990, "2000000000060", 131],
];

/** The tax that is included in the prices of services and products. */
export const TAX = { name: "VAT", percent: 19, included: true } as const;

/** Prepaid products. A package pays for `units` services; a membership pays for `units` services a month, for three months. */
export const PREPAID = [
  { kind: "package", name: "Six blow-dries", price: 16000, units: 6, services: ["Blow-dry"] },
  { kind: "package", name: "Ten trims", price: 17500, units: 10, services: ["Beard trim", "Buzz cut"] },
  { kind: "membership", name: "Nail club", price: 21900, units: 2, services: ["Manicure", "Gel manicure"] },
] as const;

/** Gift cards: name, and value in cents, which is also the price. */
export const GIFT_CARDS: readonly (readonly [string, number])[] = [
  ["Gift card, 50 euros", 5000],
  ["Gift card, 100 euros", 10000],
];

/** The percentage promotion, valid from `fromDay` to `toDay`, relative to today. The other promotion is always valid. */
export const SHINE = {
  name: "Shine weeks",
  services: ["Gloss and toner", "Deep conditioning", "Bond repair", "Scalp treatment"],
  fromDay: -30,
  toDay: 45,
} as const;
export const FRIEND = "Bring a friend";
