import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "./app/styles.css";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";

const root = document.getElementById("root");
if (root !== null) createRoot(root).render(<App />);
