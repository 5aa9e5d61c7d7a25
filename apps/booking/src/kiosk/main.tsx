import { render } from "preact";
import { App } from "./App.tsx";
import { loadTexts } from "./language.ts";

// The back-forward cache could restore a page that shows input of the last client.
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) window.location.replace("/kiosk");
});

const root = document.getElementById("kiosk");
if (root !== null)
  void loadTexts().then((texts) => {
    root.replaceChildren();
    render(<App texts={texts} />, root);
  });
