export { kioskAuthenticator } from "./authenticate.ts";
export { kioskJobs } from "./jobs.ts";
export { kioskRoutes } from "./kioskRoutes.ts";
export { addKiosk, pairKiosk, startPairing } from "./pairing.ts";
export { kioskTeamRoutes } from "./teamRoutes.ts";
