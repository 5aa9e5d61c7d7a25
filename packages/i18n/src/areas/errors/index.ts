import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Messages for errors, and what the user can do about them. */
export const errorsTexts = defineArea<typeof en>("errors", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
