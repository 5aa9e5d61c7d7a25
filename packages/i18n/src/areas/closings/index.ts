import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** The day closing. */
export const closingsTexts = defineArea<typeof en>("closings", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
