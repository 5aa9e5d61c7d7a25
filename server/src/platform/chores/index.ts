export { type Chore, startChores } from "./chores.ts";
export { clearAway } from "./clearAway.ts";
