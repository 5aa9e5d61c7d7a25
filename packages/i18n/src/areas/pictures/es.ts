import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  upload: "Subir",
  replace: "Sustituir",
  remove: "Quitar",
  photo: "Foto",
  photoHint: "Los clientes la ven en la página de reservas. Se elige un recorte cuadrado.",
  logo: "Logotipo",
  logoHint:
    "Arriba en la página de reservas. Se conservan como máximo 640 × 240 píxeles; lo mejor es un PNG con fondo transparente.",
  cropTitle: "Recortar la imagen",
  shape: "Forma",
  original: "Original",
  wide: "Ancho",
  square: "Cuadrado",
  cropArea: "Parte de la imagen: mover con las flechas",
  zoom: "Ampliar",
  use: "Usar esta parte",
} satisfies Translation<typeof en>;
