import { defineArea } from "../../area.ts";
import type en from "./en.ts";

export const promotionsTexts = defineArea<typeof en>("promotions", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
