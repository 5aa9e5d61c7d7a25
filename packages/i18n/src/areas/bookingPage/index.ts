import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for the settings of the booking page. */
export const bookingPageTexts = defineArea<typeof en>("bookingPage", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
