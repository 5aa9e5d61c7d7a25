import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  actionsOf: "Aktionen für {name}",
  adjust: "Guthaben ändern",
  block: "Sperren",
  unblock: "Entsperren",
  adjustTitle: "Guthaben von „{name}“ ändern",
  blockTitle: "„{name}“ sperren?",
  unblockTitle: "„{name}“ entsperren?",
  direction: "Richtung",
  add: "Hinzufügen",
  subtract: "Abziehen",
  services: "Leistungen",
  amount: "Betrag",
  reason: "Grund",
  reasonHint: "Bleibt im Verlauf, nur für das Team.",
  enterAmount: "Geben Sie eine Zahl über null ein.",
  enterReason: "Geben Sie einen Grund ein.",
} satisfies Translation<typeof en>;
