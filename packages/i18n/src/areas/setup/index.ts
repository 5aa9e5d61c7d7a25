import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for the setup steps of a new business. */
export const setupTexts = defineArea<typeof en>("setup", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
