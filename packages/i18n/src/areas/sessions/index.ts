import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** The texts of the page with the user's own sessions. */
export const sessionsTexts = defineArea<typeof en>("sessions", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
