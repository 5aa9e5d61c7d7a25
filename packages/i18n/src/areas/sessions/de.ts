import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Meine Sitzungen",
  intro:
    "Die Browser, in denen Sie angemeldet sind. Melden Sie ab, was Sie nicht kennen, und ändern Sie Ihr Passwort.",
  current: "Dieser Browser",
  unknownDevice: "Unbekannter Browser",
  opened: "Angemeldet {when}",
  used: "Zuletzt benutzt {when}",
  from: "Von {address}",
  end: "Abmelden",
  endNamed: "{device} abmelden",
  endOthers: "Alle anderen abmelden",
} satisfies Translation<typeof en>;
