export { createCalendarFeed } from "./feeds.ts";
export { calendarFeedRoutes } from "./routes.ts";
