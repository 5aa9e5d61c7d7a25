import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for the service menu: categories, and services with their durations, prices and staff members. */
export const menuTexts = defineArea<typeof en>("menu", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
