import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Kalender-Abos",
  intro:
    "Links, mit denen Kalender von Apple, Google und Outlook die Termine eines Teammitglieds, eines Standorts oder eines Raums zeigen. Kalender können sie lesen, aber nicht ändern.",
  create: "Neues Abo",
  createDo: "Link erstellen",
  subject: "Termine von",
  subjectHint: "Ein Teammitglied, ein Standort oder ein Raum",
  ofStaff: "Team",
  ofLocation: "Standorte",
  ofRoom: "Räume und Geräte",
  chooseSubject: "Wählen Sie, wessen Termine das Abo enthält.",
  subjectGone: "Diese Auswahl gibt es nicht mehr. Wählen Sie eine andere.",
  contains:
    "Das Abo enthält die letzten 30 und die nächsten 180 Tage. Titel enthalten die Leistungen und die Initialen, oder nur „Termin“, wenn Ihre Webhooks auf Kennungen beschränkt sind.",
  linkTitle: "Ihr Link",
  linkHint: "Kopieren Sie den Link jetzt: Er wird nicht wieder angezeigt. Wer ihn hat, kann das Abo lesen.",
  linkGone:
    "Das Abo wurde erstellt, aber sein Link kann nur einmal angezeigt werden. Widerrufen Sie es und erstellen Sie ein neues.",
  link: "Link",
  copy: "Kopieren",
  copied: "Kopiert",
  onApple: "Apple: Kalender → Ablage → Neues Kalenderabonnement",
  onGoogle: "Google: Weitere Kalender → + → Per URL",
  onOutlook: "Outlook: Kalender hinzufügen → Aus dem Internet abonnieren",
  delay:
    "Apple und Outlook lesen den Link alle paar Minuten bis Stunden. Google liest ihn alle 8 bis 24 Stunden.",
  openHere: "Im Kalender dieses Geräts öffnen",
  done: "Fertig",
  empty: "Noch kein Abo",
  emptyHint: "Erstellen Sie eines, damit Ihr Team seine Termine im eigenen Kalender sieht.",
  kindStaff: "Teammitglied",
  kindLocation: "Standort",
  kindRoom: "Raum oder Gerät",
  created: "Erstellt {when}",
  neverRead: "Noch nicht gelesen",
  lastRead: "Zuletzt gelesen {when}",
  revoke: "Widerrufen",
  revokeTitle: "Das Abo von „{name}“ widerrufen?",
  revokeHint:
    "Kalender, die den Link verwenden, zeigen keine neuen Termine mehr. Der Link kann nicht wiederhergestellt werden.",
  revokeDo: "Das Abo widerrufen",
} satisfies Translation<typeof en>;
