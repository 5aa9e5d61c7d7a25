/**
 * Returns the sentence that Zapier shows for an error. Removes the information about the step that Zapier's app tester appends
 * to the message in tests.
 */
export function messageOf({ message }: Error): string {
  const [first = ""] = message.split("\n");
  try {
    return JSON.parse(first).message;
  } catch {
    return first;
  }
}
