import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  upload: "Hochladen",
  replace: "Ersetzen",
  remove: "Entfernen",
  photo: "Foto",
  photoHint: "Kunden sehen es auf der Buchungsseite. Die Mitte wird quadratisch ausgeschnitten.",
  logo: "Logo",
  logoHint:
    "Oben auf der Buchungsseite. Höchstens 640 × 240 Pixel bleiben erhalten; am besten ist PNG mit durchsichtigem Hintergrund.",
} satisfies Translation<typeof en>;
