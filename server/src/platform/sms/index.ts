export { partsOf, toGsm } from "./gsmText.ts";
export { openTextOutbox, type TextOutbox } from "./textOutbox.ts";
export { openTextSender, TextNotSent, type TextSender, type TwilioSettings } from "./textSender.ts";
