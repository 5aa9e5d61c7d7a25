import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for the overview of the settings. */
export const settingsTexts = defineArea<typeof en>("settings", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
