export { DEMO_BOUNDS, type LoadedDemo, loadDemo } from "./loadDemo.ts";
