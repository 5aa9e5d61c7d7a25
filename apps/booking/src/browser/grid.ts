const DAYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const TURNS: Readonly<Record<string, string>> = { PageUp: "previousMonth", PageDown: "nextMonth" };

/**
 * Handles the keys of the month grid. Arrow keys move the focus by a day or week, Home and End move the focus to the first and
 * last day of the week, and PageUp and PageDown change the month (ARIA APG, date grid).
 */
export function moveInGrid(): void {
  document.addEventListener("keydown", (event) => {
    const day = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>("[data-date]") : null;
    if (day === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const turn = TURNS[event.key];
    if (turn !== undefined) {
      event.preventDefault();
      document.querySelector<HTMLElement>(`[data-turn=${turn}]`)?.click();
      return;
    }
    const next = event.key in DAYS ? beside(day, DAYS[event.key] ?? 0) : inWeek(day, event.key);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  });
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement && target.dataset.date !== undefined) makeTabStop(target);
  });
}

/**
 * Makes the chosen day, or the first day, the only tab stop of the grid until another day gets the focus (roving tabindex).
 */
export function startGrid(): void {
  const all = days();
  const first = all.find((day) => day.hasAttribute("aria-current")) ?? all[0];
  if (first !== undefined) makeTabStop(first);
}

function makeTabStop(stop: HTMLElement): void {
  for (const day of days()) day.tabIndex = day === stop ? 0 : -1;
}

function days(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-date]")];
}

function beside(day: HTMLElement, step: number): HTMLElement | undefined {
  const date = new Date(`${day.dataset.date}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + step);
  const wanted = date.toISOString().slice(0, 10);
  return days().find((each) => each.dataset.date === wanted);
}

function inWeek(day: HTMLElement, key: string): HTMLElement | undefined {
  const week = [...(day.closest("tr")?.querySelectorAll<HTMLElement>("[data-date]") ?? [])];
  return key === "Home" ? week[0] : key === "End" ? week.at(-1) : undefined;
}
