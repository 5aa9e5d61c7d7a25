export { pageVersionReader } from "./pageVersion.ts";
export { assertPublished, findPublicBusiness, unavailable } from "./publicBusiness.ts";
export { onlineMenu } from "./publicMenu.ts";
export { publicBusinessRoutes } from "./routes.ts";
export { PublicMenu } from "./schema.ts";
