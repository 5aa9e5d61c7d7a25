import type { KeyboardEvent } from "react";

/**
 * Handles Enter in a form with searchable selects. A select highlights the first match only in the next rendering. If the user pressed
 * Enter before this rendering, the form would be submitted with the previous value. This handler chooses the first match instead.
 */
export function chooseTyped(event: KeyboardEvent<HTMLFormElement>): void {
  const { target } = event;
  if (event.key !== "Enter" || event.defaultPrevented || !(target instanceof HTMLInputElement)) return;
  const list = document.getElementById(target.getAttribute("aria-controls") ?? "");
  if (target.getAttribute("aria-expanded") !== "true" || list === null || target.value.trim() === "") return;
  if (list.querySelector("[data-combobox-active]")?.textContent === target.value) return;
  const first = list.querySelector<HTMLElement>("[data-combobox-option]:not([data-combobox-disabled])");
  if (first === null) return;
  event.preventDefault();
  first.click();
}
