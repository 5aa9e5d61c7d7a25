import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Signing in, signing up, passwords and the choice of a business. */
export const signInTexts = defineArea<typeof en>("signIn", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
