import type { Business } from "@daybook/sdk";

/** The message key of each business type's name. */
export const TYPE_TEXTS = {
  salon: "typeSalon",
  barber: "typeBarber",
  nails: "typeNails",
  lashes_brows: "typeLashesBrows",
  spa: "typeSpa",
  massage: "typeMassage",
  tattoo: "typeTattoo",
  med_spa: "typeMedSpa",
  wellness: "typeWellness",
  skincare: "typeSkincare",
  clinic: "typeClinic",
  other: "typeOther",
} as const satisfies Record<Business["type"], string>;

export const TYPES = Object.keys(TYPE_TEXTS) as Business["type"][];
