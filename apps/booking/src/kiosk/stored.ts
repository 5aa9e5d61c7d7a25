import type { CheckIn } from "./api.ts";

/** The forms that a client is filling in. The stored forms survive a reload. `wipeStorage` deletes them. */
export interface StoredForms {
  /** The time of the last answer, in milliseconds since the epoch. */
  readonly at: number;
  readonly language: string;
  readonly token: string;
  readonly checkIn: CheckIn;
  readonly answers: Answers;
}

/**
 * The answers by field id, including a typed signature. The signer's name has the key `SIGNER`. Drawn signatures are not
 * stored.
 */
export type Answers = Readonly<Record<string, string | boolean | readonly string[]>>;

const KEY = "kiosk forms";
const VALID_MS = 120_000;

export function storeForms(forms: StoredForms): void {
  sessionStorage.setItem(KEY, JSON.stringify(forms));
}

/**
 * Returns the stored forms. If the last answer is at least two minutes old, for example after a browser crash, or its time is in
 * the future, deletes the forms and returns undefined.
 */
export function storedForms(now: number): StoredForms | undefined {
  const text = sessionStorage.getItem(KEY);
  if (text === null) return undefined;
  const forms = JSON.parse(text) as StoredForms;
  if (now - forms.at < VALID_MS && now >= forms.at) return forms;
  wipeStorage();
  return undefined;
}

/** Clears the session storage, the only browser storage in which the kiosk keeps client data. */
export function wipeStorage(): void {
  sessionStorage.clear();
}
