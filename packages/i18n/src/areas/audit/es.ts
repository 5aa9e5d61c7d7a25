import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Registro de cambios",
  intro: "Cada cambio, el más reciente primero. Las citas aparecen con sus cambios, no con su reserva.",
  from: "Desde",
  to: "Hasta",
  actor: "Por",
  anyActor: "Todos",
  actorUser: "Usuarios",
  actorKey: "Claves de API",
  actorPublic: "Página de reservas y enlaces",
  actorSystem: "Daybook",
  created: "creado",
  changed: "modificado",
  deleted: "eliminado",
  field: "Campo",
  before: "Antes",
  after: "Después",
  erased: "El cliente fue borrado.",
  address: "Desde {address}",
  empty: "Sin cambios",
  emptyHint: "Elija otros filtros.",
  more: "Mostrar más",
  yes: "sí",
  no: "no",
} satisfies Translation<typeof en>;
