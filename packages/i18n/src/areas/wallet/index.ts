import { defineArea } from "../../area.ts";
import type en from "./en.ts";

/** Texts for changing the entitlements in a wallet. */
export const walletTexts = defineArea<typeof en>("wallet", {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  fr: () => import("./fr.ts"),
  es: () => import("./es.ts"),
});
