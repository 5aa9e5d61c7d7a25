let interval: ReturnType<typeof setInterval> | undefined;

/** Counts down the remaining hold time. Starts at the remaining time that the server sends, so a wrong device clock has no effect. */
export function countDown(): void {
  clearInterval(interval);
  const form = document.querySelector<HTMLFormElement>("[data-timer]");
  const text = form?.querySelector<HTMLElement>("[role=timer]");
  if (form == null || text == null) return;
  const endsAt = performance.now() + Number(form.dataset.timer);
  const show = () => {
    const seconds = Math.max(0, Math.ceil((endsAt - performance.now()) / 1_000));
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    text.textContent =
      (seconds === 0 ? text.dataset.ended : text.dataset.held?.replace("{time}", time)) ?? "";
    if (seconds > 0) return;
    clearInterval(interval);
    form.querySelector("button")?.remove();
  };
  interval = setInterval(show, 1_000);
  show();
}
