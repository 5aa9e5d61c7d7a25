import type { Language } from "./languages.ts";
import type { Messages, Translation } from "./messages.ts";

/** The messages of one part of the pages. Each language is a file of its own, loaded when it is used. */
export interface Area<M extends Messages> {
  readonly name: string;
  readonly load: (language: Language) => Promise<Translation<M>>;
}

type Files<M extends Messages> = {
  readonly [L in Language]: () => Promise<{ readonly default: Translation<M> }>;
};

/** Declares an area by its files. English is written first; its file gives the type of all others. */
export function defineArea<M extends Messages>(name: string, files: Files<M>): Area<M> {
  return { name, load: async (language) => (await files[language]()).default };
}
