import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  upload: "Importer",
  replace: "Remplacer",
  remove: "Supprimer",
  photo: "Photo",
  photoHint: "Les clients la voient sur la page de réservation. Le centre est découpé en carré.",
  logo: "Logo",
  logoHint:
    "En haut de la page de réservation. Au plus 640 × 240 pixels sont conservés ; un PNG à fond transparent convient le mieux.",
} satisfies Translation<typeof en>;
