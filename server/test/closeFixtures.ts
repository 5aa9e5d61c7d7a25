import { afterAll } from "vitest";
import { closeAll } from "./fixtures/closeAtEnd.ts";

// Vitest runs this file before each test file, so this hook runs after the hooks of the test file.
afterAll(closeAll);
