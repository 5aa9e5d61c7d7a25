import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Suscripciones al calendario",
  intro:
    "Enlaces con los que los calendarios de Apple, Google y Outlook muestran las citas de una persona del equipo, de un local o de una sala. Los calendarios pueden leerlas, no cambiarlas.",
  create: "Nueva suscripción",
  createDo: "Crear el enlace",
  subject: "Citas de",
  subjectHint: "Una persona del equipo, un local o una sala",
  ofStaff: "Equipo",
  ofLocation: "Locales",
  ofRoom: "Salas y equipos",
  chooseSubject: "Elija de quién son las citas de la suscripción.",
  subjectGone: "Esta opción ya no existe. Elija otra.",
  contains:
    "La suscripción contiene los últimos 30 y los próximos 180 días. Los títulos contienen los servicios y las iniciales, o solo «Cita» si sus webhooks se limitan a identificadores.",
  linkTitle: "Su enlace",
  linkHint: "Copie el enlace ahora: no se volverá a mostrar. Quien lo tenga puede leer la suscripción.",
  linkGone:
    "La suscripción está creada, pero su enlace solo se puede mostrar una vez. Revóquela y cree otra.",
  link: "Enlace",
  copy: "Copiar",
  copied: "Copiado",
  onApple: "Apple: Calendario → Archivo → Nueva suscripción a calendario",
  onGoogle: "Google: Otros calendarios → + → Desde URL",
  onOutlook: "Outlook: Agregar calendario → Suscribirse desde la web",
  delay: "Apple y Outlook leen el enlace cada pocos minutos u horas. Google lo lee cada 8 a 24 horas.",
  openHere: "Abrir en el calendario de este dispositivo",
  done: "Listo",
  empty: "Aún no hay suscripciones",
  emptyHint: "Cree una para que su equipo vea sus citas en su propio calendario.",
  kindStaff: "Persona del equipo",
  kindLocation: "Local",
  kindRoom: "Sala o equipo",
  created: "Creada {when}",
  neverRead: "Aún no leída",
  lastRead: "Última lectura {when}",
  revoke: "Revocar",
  revokeTitle: "¿Revocar la suscripción de «{name}»?",
  revokeHint:
    "Los calendarios que usan el enlace dejan de mostrar citas nuevas. El enlace no se puede recuperar.",
  revokeDo: "Revocar la suscripción",
} satisfies Translation<typeof en>;
