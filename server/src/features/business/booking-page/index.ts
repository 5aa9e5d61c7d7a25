export { readBookingPage, replaceBookingPage } from "./bookingPage.ts";
export { bookingPageRoutes } from "./routes.ts";
export { BookingPage, LANGUAGES } from "./schema.ts";
