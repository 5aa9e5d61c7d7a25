export { visitorJobs } from "./jobs.ts";
export { visitorRoutes } from "./routes.ts";
export type { VisitorSettings } from "./settings.ts";
export type { Person } from "./store.ts";
export {
  endVisitorsOf,
  hasContactOf,
  isContactBlocked,
  lockVisitors,
  proofHeader,
  requireVisitor,
  type VerifiedVisitor,
  visitorHeader,
  visitorOf,
  visitorWith,
} from "./visitor.ts";
