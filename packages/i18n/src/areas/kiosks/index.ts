import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for the settings of kiosks. */
export const kiosksTexts = defineArea<typeof en>("kiosks", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
