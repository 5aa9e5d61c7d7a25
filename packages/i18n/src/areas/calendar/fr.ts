import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Agenda",
} satisfies Translation<typeof en>;
