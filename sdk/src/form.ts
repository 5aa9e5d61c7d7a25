/** Returns a form. Strings are unchanged, objects become JSON, and bytes become a file. Omits undefined values. */
export function formOf(parts: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    if (value instanceof Uint8Array) form.set(name, new Blob([value as Uint8Array<ArrayBuffer>]));
    else if (value instanceof Blob) form.set(name, value);
    else if (value !== undefined) form.set(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  return form;
}
