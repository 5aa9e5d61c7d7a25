import { connect, type DataOf } from "@daybook/sdk";

/** The API client. The browser adds the kiosk's cookie to each request, because scripts cannot read the cookie. */
export const api = connect({ address: window.location.origin, retries: 0 });

export type KioskState = DataOf<"get", "/kiosk">;
export type KioskMenu = DataOf<"get", "/kiosk/menu">;
export type KioskService = KioskMenu["services"][number];
export type Pairing = DataOf<"post", "/kiosk/pairings">;
export type FoundAppointment = DataOf<"post", "/kiosk/lookups">["appointments"][number];
export type CheckIn = DataOf<"post", "/kiosk/check-ins">;
export type LinkedForm = DataOf<"get", "/public/forms/{token}">["forms"][number];
export type FormField = LinkedForm["fields"][number];

/** Returns the code of an API error; `offline` if the server could not be reached. */
export function codeOf(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  return error instanceof TypeError ? "offline" : "internal_error";
}
