import { defineArea } from "../../area.ts";
import type en from "./en.ts";

export const auditTexts = defineArea<typeof en>("audit", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
