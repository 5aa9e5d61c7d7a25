export { visitorJobs } from "./jobs.ts";
export { visitorRoutes } from "./routes.ts";
export type { VisitorSettings } from "./settings.ts";
export type { Person } from "./store.ts";
export {
  endVisitorsOf,
  type ProvenVisitor,
  proofHeader,
  visitorHeader,
  visitorOf,
} from "./visitor.ts";
