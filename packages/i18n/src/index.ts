export { type Area, defineArea } from "./area.ts";
export { type Formats, formatsOf } from "./formats.ts";
export { LANGUAGE_NAMES, LANGUAGES, type Language, languageOf } from "./languages.ts";
export { type Message, type Messages, type Translate, type Translation, translator } from "./messages.ts";
