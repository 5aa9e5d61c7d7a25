import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for the users of a business, their roles and invitations. */
export const membersTexts = defineArea<typeof en>("members", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
