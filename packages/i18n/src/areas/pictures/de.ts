import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  upload: "Hochladen",
  replace: "Ersetzen",
  remove: "Entfernen",
  photo: "Foto",
  photoHint: "Kunden sehen es auf der Buchungsseite. Sie wählen einen quadratischen Ausschnitt.",
  logo: "Logo",
  logoHint:
    "Oben auf der Buchungsseite. Höchstens 640 × 240 Pixel bleiben erhalten; am besten ist PNG mit durchsichtigem Hintergrund.",
  cropTitle: "Bild zuschneiden",
  shape: "Form",
  original: "Original",
  wide: "Breit",
  square: "Quadrat",
  cropArea: "Ausschnitt: mit den Pfeiltasten verschieben",
  zoom: "Vergrößern",
  use: "Ausschnitt übernehmen",
} satisfies Translation<typeof en>;
