import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for locations: address, opening hours, resources, publishing. */
export const locationsTexts = defineArea<typeof en>("locations", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
