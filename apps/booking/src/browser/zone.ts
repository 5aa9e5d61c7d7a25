/** Hides the name of the salon's time zone if the visitor's clock shows the same time. */
export function showZone(): void {
  for (const note of document.querySelectorAll<HTMLElement>("[data-zone]")) {
    const at = Date.parse(note.dataset.at ?? "");
    const clock = (timeZone?: string) =>
      new Intl.DateTimeFormat("en", {
        dateStyle: "short",
        timeStyle: "short",
        ...(timeZone === undefined ? {} : { timeZone }),
      }).format(Number.isNaN(at) ? Date.now() : at);
    note.hidden = clock() === clock(note.dataset.zone);
  }
}
