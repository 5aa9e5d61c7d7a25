import { ApiError } from "@daybook/sdk";
import { answerBooking } from "./booking.ts";
import type { PageAnswer, PageFiles, PageHost, PageRequest } from "./host.ts";
import { kioskPage } from "./kiosk.tsx";
import { answerManage } from "./manage.tsx";
import { refusedPage } from "./refused.tsx";
import { answerWaitlist } from "./waitlist.tsx";

/** Handles a request for the booking page, for the page of a manage link or waitlist entry, or for a kiosk. */
export async function answer(request: PageRequest, host: PageHost, files: PageFiles): Promise<PageAnswer> {
  const [, area, name = "", ...rest] = request.path.split("/");
  const step = rest.join("/");
  if (area === "kiosk") return kioskPage(request, host, files);
  try {
    if (area === "w") return await answerWaitlist(request, host, files, { token: name, step });
    return area === "m"
      ? await answerManage(request, host, files, { token: name, step })
      : await answerBooking(request, host, files, { slug: name, step });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refusedPage(request, host, files, error, area === "b" ? "booking" : "manage");
  }
}
