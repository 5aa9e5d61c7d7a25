import type { Business } from "@daybook/sdk";

/** A service of a starter menu. `price` is a suggestion in whole currency units, which the user can change. */
interface Starter {
  /** The message key of the service's name. */
  readonly key: StarterKey;
  readonly minutes: number;
  readonly price: number;
  /** Minutes within the duration in which the staff member is free, for example while a colour takes effect. */
  readonly processingMinutes?: number;
}

export type StarterKey =
  | "cutLong"
  | "cutShort"
  | "blowDry"
  | "colourRoots"
  | "highlights"
  | "beardTrim"
  | "cutAndBeard"
  | "shave"
  | "manicure"
  | "gelManicure"
  | "pedicure"
  | "lashExtensions"
  | "lashRefill"
  | "brows"
  | "massageClassic"
  | "massageBack"
  | "facial"
  | "peeling"
  | "consultation"
  | "followUp"
  | "treatment"
  | "tattooSmall"
  | "tattooSession"
  | "tattooTouchUp";

const HAIR: readonly Starter[] = [
  { key: "cutLong", minutes: 60, price: 55 },
  { key: "cutShort", minutes: 30, price: 35 },
  { key: "blowDry", minutes: 45, price: 35 },
  { key: "colourRoots", minutes: 90, price: 75, processingMinutes: 30 },
  { key: "highlights", minutes: 120, price: 120, processingMinutes: 40 },
];
const BODY: readonly Starter[] = [
  { key: "massageClassic", minutes: 60, price: 70 },
  { key: "massageBack", minutes: 30, price: 40 },
  { key: "facial", minutes: 60, price: 75 },
  { key: "manicure", minutes: 45, price: 35 },
];
const SKIN: readonly Starter[] = [
  { key: "consultation", minutes: 30, price: 40 },
  { key: "facial", minutes: 60, price: 75 },
  { key: "peeling", minutes: 45, price: 90 },
  { key: "followUp", minutes: 20, price: 30 },
];
const CARE: readonly Starter[] = [
  { key: "consultation", minutes: 30, price: 60 },
  { key: "treatment", minutes: 45, price: 90 },
  { key: "followUp", minutes: 20, price: 40 },
];

export const STARTER_MENUS: Readonly<Record<Business["type"], readonly Starter[]>> = {
  salon: HAIR,
  barber: [
    { key: "cutShort", minutes: 30, price: 30 },
    { key: "beardTrim", minutes: 20, price: 20 },
    { key: "cutAndBeard", minutes: 45, price: 45 },
    { key: "shave", minutes: 30, price: 30 },
  ],
  nails: [
    { key: "manicure", minutes: 45, price: 35 },
    { key: "gelManicure", minutes: 60, price: 45 },
    { key: "pedicure", minutes: 60, price: 45 },
  ],
  lashes_brows: [
    { key: "lashExtensions", minutes: 120, price: 110 },
    { key: "lashRefill", minutes: 60, price: 60 },
    { key: "brows", minutes: 30, price: 25 },
  ],
  spa: BODY,
  massage: BODY.slice(0, 2),
  wellness: BODY,
  tattoo: [
    { key: "consultation", minutes: 30, price: 0 },
    { key: "tattooSmall", minutes: 60, price: 120 },
    { key: "tattooSession", minutes: 180, price: 350 },
    { key: "tattooTouchUp", minutes: 60, price: 60 },
  ],
  med_spa: SKIN,
  skincare: SKIN,
  clinic: CARE,
  other: CARE,
};
