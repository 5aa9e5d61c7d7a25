import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for the calendar: its toolbar, cards, panels and dialogs. */
export const calendarTexts = defineArea<typeof en>("calendar", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
