import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** The menu of services: categories, services, their times, prices and team. */
export const menuTexts = defineArea<typeof en>("menu", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
