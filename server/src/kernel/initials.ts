/** Returns the initials of a person, such as "J. S."; empty for an erased client. */
export function initialsOf(...names: readonly (string | null)[]): string {
  const letters = names.flatMap((name) => {
    const [letter] = new Intl.Segmenter().segment((name ?? "").trim());
    return letter === undefined ? [] : `${letter.segment.toLocaleUpperCase()}.`;
  });
  return letters.join(" ");
}
