export { chosenClient, refuseClientFields } from "./onlineClient.ts";
export { OnlineClientInput } from "./schema.ts";
