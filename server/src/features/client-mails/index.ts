export { clientMailChores } from "./chores.ts";
export { rememberAllComing } from "./store.ts";
export { cancelWithoutAWord, tellClients } from "./tellClients.ts";
