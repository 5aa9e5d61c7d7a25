/**
 * Converts a typed phone number to E.164. A number without a country code belongs to the business's country. Returns invalid
 * input unchanged, so that the API's error refers to the field. Loads the library (29 kB) for the first number.
 */
export async function phoneOf(typed: string, country: string): Promise<string | undefined> {
  const text = typed.trim();
  if (text === "") return undefined;
  const { parsePhoneNumberFromString } = await import("libphonenumber-js/min");
  return (
    parsePhoneNumberFromString(text, country as Parameters<typeof parsePhoneNumberFromString>[1] & string)
      ?.number ?? text
  );
}

/** Whether the length of an E.164 number is valid in its country. */
export async function isPossiblePhone(number: string): Promise<boolean> {
  const { parsePhoneNumberFromString } = await import("libphonenumber-js/min");
  return parsePhoneNumberFromString(number)?.isPossible() ?? false;
}
