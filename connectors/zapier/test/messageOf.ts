/**
 * Returns the sentence that Zapier shows for an error. In tests, Zapier's app tester appends information about the step to the message,
 * which this function removes.
 */
export function messageOf({ message }: Error): string {
  const [first = ""] = message.split("\n");
  try {
    return JSON.parse(first).message;
  } catch {
    return first;
  }
}
