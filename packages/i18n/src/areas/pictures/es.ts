import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  upload: "Subir",
  replace: "Sustituir",
  remove: "Quitar",
  photo: "Foto",
  photoHint: "Los clientes la ven en la página de reservas. Se recorta el centro en un cuadrado.",
  logo: "Logotipo",
  logoHint:
    "Arriba en la página de reservas. Se conservan como máximo 640 × 240 píxeles; lo mejor es un PNG con fondo transparente.",
} satisfies Translation<typeof en>;
