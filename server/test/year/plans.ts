/** The configuration of a business. Prices are in the currency's main unit. */
export interface Plan {
  readonly name: string;
  readonly type: "salon" | "med_spa";
  readonly country: string;
  readonly locale: string;
  readonly time_zone: string;
  readonly currency: string;
  /** The number of minor units in a main unit. */
  readonly minor: number;
  readonly room: { readonly name: string; readonly type: string };
  readonly team: readonly string[];
  readonly menu: readonly {
    readonly name: string;
    readonly price: number;
    readonly minutes: number;
    readonly more?: object;
  }[];
  readonly product: { readonly description: string; readonly price: number };
  readonly question: { readonly label: string; readonly options: readonly string[] };
  readonly form: object;
}

/**
 * A salon with a currency of two decimals and a time zone with daylight saving time, so that one day of the year has 23 hours
 * and another has 25.
 */
export const SALON: Plan = {
  name: "Haarwerk",
  type: "salon",
  country: "DE",
  locale: "de-DE",
  time_zone: "Europe/Berlin",
  currency: "EUR",
  minor: 100,
  room: { name: "Basin", type: "basin" },
  team: ["Anna", "Ben"],
  menu: [
    { name: "Cut and finish", price: 62, minutes: 60, more: { buffer_after_minutes: 10 } },
    { name: "Trim", price: 34.5, minutes: 30 },
    {
      name: "Colour",
      price: 119.99,
      minutes: 120,
      more: { initial_minutes: 45, processing_minutes: 45, finishing_minutes: 30, requires_patch_test: true },
    },
    { name: "Advice", price: 0, minutes: 15, more: { price_kind: "free" } },
  ],
  product: { description: "Shampoo", price: 18.5 },
  question: { label: "Coffee?", options: ["Black", "With milk"] },
  form: {
    name: "Patch test",
    frequency: "every_months",
    every_months: 6,
    fields: [
      { type: "text", label: "Any allergies?", required: true },
      { type: "consent", label: "I have had the patch test explained.", required: true },
    ],
  },
};

/** A med spa with a three-decimal currency, a time zone without daylight saving time, and ids-only webhooks. */
export const MED_SPA: Plan = {
  name: "Marina Aesthetics",
  type: "med_spa",
  country: "KW",
  locale: "en",
  time_zone: "Asia/Kuwait",
  currency: "KWD",
  minor: 1000,
  room: { name: "Laser room", type: "room" },
  team: ["Dalal", "Yusuf"],
  menu: [
    { name: "Peel", price: 45.125, minutes: 60 },
    { name: "Laser", price: 80, minutes: 45, more: { resources: [{ type: "room", count: 1 }] } },
    { name: "Filler", price: 150.75, minutes: 30, more: { buffer_before_minutes: 10 } },
    { name: "Consultation", price: 0, minutes: 20, more: { price_kind: "free" } },
  ],
  product: { description: "Sun cream", price: 12.25 },
  question: { label: "Skin?", options: ["Dry", "Oily"] },
  form: {
    name: "Health",
    frequency: "every_visit",
    fields: [
      { type: "long_text", label: "What do you take?", required: true },
      { type: "choice", label: "Skin", options: ["Dry", "Oily"] },
      { type: "multi", label: "Wishes", options: ["Calm", "Music", "Tea"] },
      { type: "yes_no", label: "Pregnant?" },
      { type: "date", label: "Last treatment" },
      { type: "consent", label: "I agree to the treatment and its risks.", required: true },
      { type: "signature", label: "Signature", required: true },
    ],
  },
};
