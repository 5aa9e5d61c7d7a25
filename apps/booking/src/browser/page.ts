import { enterCard } from "./card.ts";
import { watchCart } from "./cart.ts";
import { announce, announceSubmissions } from "./embedded.ts";
import { moveInGrid, startGrid } from "./grid.ts";
import { followLinks, openWhole } from "./navigation.ts";
import { solveProof } from "./proof.ts";
import { rememberVisitor } from "./remember.ts";
import { countDown } from "./timer.ts";
import { showZone } from "./zone.ts";

/**
 * Adds the scripts' behaviour to the elements of the page. The page also works without scripts. Called again after every
 * replacement of `#page`.
 */
function enhance(): void {
  watchCart();
  startGrid();
  countDown();
  showZone();
  solveProof();
  rememberVisitor();
  enterCard(openWhole);
  announce();
}

// The submit listener of `announceSubmissions` must run before the one of `followLinks`, which replaces the submitted step.
announceSubmissions();
followLinks(enhance);
moveInGrid();
submitCompleteCode();
enhance();

/** Submits the form once the code has six digits, for example after a phone has filled in the code from the e-mail. */
function submitCompleteCode(): void {
  document.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !("code" in target.dataset)) return;
    if (target.value.replaceAll(/\D/g, "").length === 6) target.form?.requestSubmit();
  });
}
