import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for appointment deposits. */
export const depositsTexts = defineArea<typeof en>("deposits", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
