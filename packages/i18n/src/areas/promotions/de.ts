import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Aktionen",
  new: "Neue Aktion",
  none: "Es gibt keine Aktionen",
  noneHint: "Legen Sie einen Rabatt an, den Sie an der Kasse anwenden oder Kunden als Code geben.",
  name: "Name",
  kind: "Art des Rabatts",
  percent: "Prozent",
  amount: "Betrag",
  services: "Leistungen",
  everyService: "Jede Leistung",
  startsOn: "Erster Tag",
  endsOn: "Letzter Tag",
  from: "Ab {date}",
  until: "Bis {date}",
  code: "Code",
  codeHint: "Bis zu 40 Buchstaben, Ziffern, - oder _; Kunden nennen ihn.",
  enterName: "Geben Sie einen Namen ein.",
  enterPercent: "Geben Sie eine Zahl von 1 bis 100 ein.",
  enterAmount: "Geben Sie einen Betrag über null ein.",
  wrongDates: "Der letzte Tag darf nicht vor dem ersten liegen.",
  archive: "Archivieren",
  archiveTitle: "„{name}“ archivieren?",
  archiveHint: "Kann nicht mehr angewendet werden. Termine und Verkäufe behalten sie.",
} satisfies Translation<typeof en>;
