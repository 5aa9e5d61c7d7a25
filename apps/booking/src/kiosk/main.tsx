import { render } from "preact";
import { App } from "./App.tsx";
import { loadTexts } from "./language.ts";

// A page that the browser restores from its back-forward cache could show what the last client entered.
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) window.location.replace("/kiosk");
});

const root = document.getElementById("kiosk");
if (root !== null)
  void loadTexts().then((texts) => {
    root.replaceChildren();
    render(<App texts={texts} />, root);
  });
