/** Returns the sentence that Zapier shows for an error. In tests, Zapier's app tester appends lines about the step to the message. */
export function messageOf({ message }: Error): string {
  const [first = ""] = message.split("\n");
  try {
    return JSON.parse(first).message;
  } catch {
    return first;
  }
}
