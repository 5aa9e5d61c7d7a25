import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  upload: "Importer",
  replace: "Remplacer",
  remove: "Supprimer",
  photo: "Photo",
  photoHint: "Les clients la voient sur la page de réservation. Vous en choisissez un carré.",
  logo: "Logo",
  logoHint:
    "En haut de la page de réservation. Au plus 640 × 240 pixels sont conservés ; un PNG à fond transparent convient le mieux.",
  cropTitle: "Recadrer l’image",
  shape: "Format",
  original: "Original",
  wide: "Large",
  square: "Carré",
  cropArea: "Partie de l’image : déplacer avec les flèches",
  zoom: "Agrandir",
  use: "Utiliser cette partie",
} satisfies Translation<typeof en>;
