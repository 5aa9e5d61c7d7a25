import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Mis sesiones",
  intro:
    "Los navegadores en los que ha iniciado sesión. Cierre la sesión de los que no reconozca y cambie su contraseña.",
  current: "Este navegador",
  unknownDevice: "Navegador desconocido",
  opened: "Inicio de sesión: {when}",
  used: "Último uso: {when}",
  from: "Desde {address}",
  end: "Cerrar sesión",
  endNamed: "Cerrar la sesión de {device}",
  endOthers: "Cerrar todas las demás",
} satisfies Translation<typeof en>;
