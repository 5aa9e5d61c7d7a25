import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Kalender",
} satisfies Translation<typeof en>;
