import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Exportación",
  intro:
    "Todo su negocio en un archivo: para pasarlo a otra instalación de Daybook o para guardarlo. Contiene todos los registros, las fotos y tablas de clientes, citas y ventas.",
  leftOut:
    "Las contraseñas, las claves de API, los secretos de los webhooks y la conexión con Stripe nunca están en el archivo. Contiene los datos de todos sus clientes: guárdelo en un lugar seguro.",
  create: "Crear una exportación",
  isBeingMade: "Una exportación a la vez",
  empty: "Aún no hay exportaciones",
  emptyHint: "Una exportación tarda hasta unos minutos. Mientras tanto puede salir de esta página.",
  statusQueued: "En espera",
  statusRunning: "En curso",
  statusReady: "Lista",
  statusFailed: "Fallida",
  statusExpired: "Caducada",
  until: "Disponible hasta el {time}",
  failedHint: "No se pudo escribir el archivo. Cree otra exportación.",
  expiredHint: "El archivo se eliminó.",
  download: "Descargar",
} satisfies Translation<typeof en>;
