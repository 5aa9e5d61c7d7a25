import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Error messages. Each states the problem and what the user can do. */
export const errorsTexts = defineArea<typeof en>("errors", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
