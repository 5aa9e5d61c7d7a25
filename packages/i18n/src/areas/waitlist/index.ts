import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for the waitlist in the app. */
export const waitlistTexts = defineArea<typeof en>("waitlist", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
