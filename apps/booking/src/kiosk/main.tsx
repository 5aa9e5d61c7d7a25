import { render } from "preact";
import { App } from "./App.tsx";
import { loadTexts } from "./language.ts";

// Reloads the kiosk, because the back-forward cache could restore a page with the previous client's input.
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) window.location.replace("/kiosk");
});

const root = document.getElementById("kiosk");
if (root !== null)
  void loadTexts().then((texts) => {
    root.replaceChildren();
    render(<App texts={texts} />, root);
  });
