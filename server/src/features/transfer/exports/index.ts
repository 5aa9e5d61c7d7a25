export { exportContents } from "./contents.ts";
