export { assertPublished, findPublicBusiness, unavailable } from "./publicBusiness.ts";
export { publicBusinessRoutes } from "./routes.ts";
