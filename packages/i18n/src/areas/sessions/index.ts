import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for the page that lists the user's own sessions. */
export const sessionsTexts = defineArea<typeof en>("sessions", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
