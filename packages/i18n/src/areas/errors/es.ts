import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "No ha funcionado",
  offline: "No hay conexión. Lo que escribió se conserva.",
  server: "El servidor no pudo hacerlo. Lo que escribió se conserva.",
  busy: "El servidor está ocupado. Inténtelo en un momento.",
  role: "Su función no lo permite. Pregunte al propietario o encargado.",
  notFound: "Ya no existe o no tiene acceso.",
  fields: "Hay datos que corregir.",
  changed: "Otra persona lo ha cambiado entretanto.",
  conflict: "Esa hora está ocupada.",
  state: "El estado de la cita ya no lo permite.",
  refused: "El servidor lo rechazó: {reason}",
  retry: "Reintentar",
  reload: "Recargar la página",
  crashed: "Esta pantalla ha dejado de funcionar",
  crashedHint:
    "Sus datos están a salvo. Reintente; si vuelve a ocurrir, indique el número de abajo a su administrador.",
  fieldRequired: "Rellene este campo.",
  fieldTooLong: "Es demasiado largo.",
  fieldFormat: "El formato no es correcto.",
  missingPage: "Esta página no existe",
  toCalendar: "Ir a la agenda",
} satisfies Translation<typeof en>;
