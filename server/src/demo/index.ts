export { type LoadedDemo, loadDemo } from "./loadDemo.ts";
