import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Iniciar sesión",
  signIn: "Iniciar sesión",
  email: "Correo electrónico",
  password: "Contraseña",
  showPassword: "Mostrar la contraseña",
  forgotten: "¿Ha olvidado la contraseña?",
  noAccount: "¿Aún no tiene cuenta?",
  haveAccount: "¿Ya tiene cuenta?",
  signUp: "Registrarse",
  signUpTitle: "Crear una cuenta",
  name: "Su nombre",
  passwordHint: "Al menos 8 caracteres",
  checkEmail: "Revise su correo",
  signUpSent:
    "Hemos enviado un enlace a {email}. Ábralo para confirmar su dirección; es válido durante un día.",
  resetTitle: "Restablecer la contraseña",
  resetHint: "Le enviamos un enlace para elegir una contraseña nueva.",
  sendLink: "Enviar enlace",
  resetSent: "Si {email} tiene una cuenta, el enlace está en camino. Es válido durante una hora.",
  back: "Volver al inicio de sesión",
  wrong: "El correo o la contraseña no son correctos.",
  byInvitation: "Este servidor solo admite registros por invitación. Pídala al propietario.",
  chooseTitle: "Elegir un negocio",
  noBusiness: "Aún no pertenece a ningún negocio",
  noBusinessHint: "Abra el enlace de su invitación o pida que inviten a {email}.",
  newBusiness: "Configurar un negocio",
  expiredTitle: "Inicie sesión de nuevo",
  expiredHint:
    "Su sesión ha terminado. Lo que escribió sigue aquí; después de entrar, continúa donde estaba.",
  otherUser: "Entrar con otra cuenta",
} satisfies Translation<typeof en>;
