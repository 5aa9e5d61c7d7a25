import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for the online payment account. */
export const paymentsTexts = defineArea<typeof en>("payments", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
