import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** The settings' overview. */
export const settingsTexts = defineArea<typeof en>("settings", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
