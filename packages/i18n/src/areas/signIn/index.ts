import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for signing in, signing up, passwords and choosing a business. */
export const signInTexts = defineArea<typeof en>("signIn", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
