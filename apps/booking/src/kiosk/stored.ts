import type { CheckIn } from "./api.ts";

/** The form that a client is filling in. It survives a reload of the page, and is deleted with everything else. */
export interface StoredForms {
  /** When the last answer was given, in milliseconds since the epoch. */
  readonly at: number;
  readonly language: string;
  readonly token: string;
  readonly checkIn: CheckIn;
  readonly answers: Answers;
}

/** Answers by field id; the name of the signer and a typed signature have keys of their own. A drawn signature is not stored. */
export type Answers = Readonly<Record<string, string | boolean | readonly string[]>>;

const KEY = "kiosk forms";
const VALID_MS = 120_000;

export function storeForms(forms: StoredForms): void {
  sessionStorage.setItem(KEY, JSON.stringify(forms));
}

/** Returns the stored form; deletes it if the last answer is two minutes old, as after a crash of the browser. */
export function storedForms(now: number): StoredForms | undefined {
  const text = sessionStorage.getItem(KEY);
  if (text === null) return undefined;
  const forms = JSON.parse(text) as StoredForms;
  if (now - forms.at < VALID_MS && now >= forms.at) return forms;
  wipeStorage();
  return undefined;
}

/** Deletes everything that pages of this origin store for the kiosk. */
export function wipeStorage(): void {
  sessionStorage.clear();
}
