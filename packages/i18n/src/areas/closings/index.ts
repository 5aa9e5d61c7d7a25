import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for day closings. */
export const closingsTexts = defineArea<typeof en>("closings", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
