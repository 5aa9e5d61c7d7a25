export { DEMO_BOUNDS, type LoadedDemo, loadDemo } from "./loadDemo.ts";
export { loadInProcess } from "./loadInProcess.ts";
