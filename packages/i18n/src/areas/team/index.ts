import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for staff members, their working hours and their time off. */
export const teamTexts = defineArea<typeof en>("team", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
