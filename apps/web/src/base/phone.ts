/**
 * Converts a typed phone number to E.164. A number without a country code belongs to the business's country. Returns invalid input
 * unchanged, so that the API rejects it with an error for the field. Loads the library (29 kB) in the first call.
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

/** Whether an E.164 number has a valid length for the number's country. */
export async function isPossiblePhone(number: string): Promise<boolean> {
  const { parsePhoneNumberFromString } = await import("libphonenumber-js/min");
  return parsePhoneNumberFromString(number)?.isPossible() ?? false;
}
