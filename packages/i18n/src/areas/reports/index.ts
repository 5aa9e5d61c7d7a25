import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Reports, and the figures of today. */
export const reportsTexts = defineArea<typeof en>("reports", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
