import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "./app/styles.css";
// Imports the modules of the first screen, which would otherwise be downloaded after the first render.
import "./features/scheduling/calendar/CalendarPage.tsx";
import "./features/scheduling/calendar/prefetch.ts";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { prepareFirstScreen } from "./app/prepare.ts";

const root = document.getElementById("root");
if (root !== null) void prepareFirstScreen(location).then(() => createRoot(root).render(<App />));

// Registers the service worker after the page has loaded, because the worker downloads the page's files again for offline use.
if (import.meta.env.PROD && "serviceWorker" in navigator)
  window.addEventListener("load", () => {
    navigator.serviceWorker.register("/app/sw.js", { scope: "/app/" }).catch(() => {});
  });
