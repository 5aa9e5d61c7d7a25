import type { Language } from "./languages.ts";
import type { Messages, Translation } from "./messages.ts";

/** The messages of one part of the pages. Each language is a separate file, loaded on first use. */
export interface Area<M extends Messages> {
  readonly name: string;
  readonly load: (language: Language) => Promise<Translation<M>>;
}

type Files<M extends Messages> = {
  readonly [L in Language]: () => Promise<{ readonly default: Translation<M> }>;
};

/** Declares an area by its message files. The English file defines the type that the other languages must have. */
export function defineArea<M extends Messages>(name: string, files: Files<M>): Area<M> {
  return { name, load: async (language) => (await files[language]()).default };
}
