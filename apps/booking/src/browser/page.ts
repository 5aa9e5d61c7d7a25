import { watchCart } from "./cart.ts";
import { announce } from "./embedded.ts";
import { moveInGrid } from "./grid.ts";
import { followLinks } from "./navigation.ts";
import { solveProof } from "./proof.ts";
import { countDown } from "./timer.ts";
import { showZone } from "./zone.ts";

/** Enhances a page that also works without it. Runs again after every replaced page. */
function enhance(): void {
  watchCart();
  countDown();
  showZone();
  solveProof();
  announce();
}

followLinks(enhance);
moveInGrid();
submitCompleteCode();
enhance();

/** Sends the code as soon as it has six digits: a phone fills it in from the e-mail. */
function submitCompleteCode(): void {
  document.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !("code" in target.dataset)) return;
    if (target.value.replaceAll(/\D/g, "").length === 6) target.form?.requestSubmit();
  });
}
