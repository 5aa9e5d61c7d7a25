/**
 * A telephone number as the API takes it, E.164: what was typed, read as a number of the business's country. What cannot be one
 * is sent as typed, so that the API names the field. The library (29 kB) loads with the first number.
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

/** Whether a number in E.164 has a length that its country uses. */
export async function isPossiblePhone(number: string): Promise<boolean> {
  const { parsePhoneNumberFromString } = await import("libphonenumber-js/min");
  return parsePhoneNumberFromString(number)?.isPossible() ?? false;
}
