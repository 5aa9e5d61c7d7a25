export type { Language } from "@daybook/i18n";
export type { Texts } from "../server/visit.ts";
