import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for packages, memberships and gift cards. */
export const prepaidTexts = defineArea<typeof en>("prepaid", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
