import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for reports and today's figures. */
export const reportsTexts = defineArea<typeof en>("reports", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
