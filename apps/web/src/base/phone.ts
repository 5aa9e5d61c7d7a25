/**
 * Converts a typed telephone number to E.164; without a country code, the number belongs to the business's country. Returns
 * invalid input as typed, so that the API's error names the field. The library (29 kB) is loaded for the first number.
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

/** Whether an E.164 number has a length that its country uses. */
export async function isPossiblePhone(number: string): Promise<boolean> {
  const { parsePhoneNumberFromString } = await import("libphonenumber-js/min");
  return parsePhoneNumberFromString(number)?.isPossible() ?? false;
}
