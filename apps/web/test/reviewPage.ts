import type { Page } from "playwright-core";
import { type BookingApp, codeIn, newAddress } from "../../../server/test/fixtures/bookingApp.ts";
import { sql } from "../../../server/test/fixtures/sql.ts";
import type { BookingPageOptions, BookingPages } from "./bookingSite.ts";

let visitors = 0;

/**
 * Opens the review page of a visitor who has chosen a haircut and the first start time (the last one if `isLate`), verified an e-mail
 * address and entered a name. Sends the forms of the earlier steps as requests, because other tests complete these steps in the browser.
 */
export async function openReview(
  salon: Pick<BookingApp, "app" | "database" | "emails" | "salon" | "slug">,
  open: BookingPages["open"],
  { isLate = false, ...options }: BookingPageOptions & { readonly isLate?: boolean } = {},
): Promise<Page> {
  // Refills the rate limits' token buckets. All browser pages of a test share one IP address, and advancing the test clock does
  // not refill the buckets, because they use the database's clock.
  await sql(salon.database)`update request_buckets set filled_at = filled_at - interval '1 minute'`;
  const remoteAddress = newAddress();
  const headers = { "accept-language": "en", "content-type": "application/x-www-form-urlencoded" };
  const base = `/b/${salon.slug}`;
  const first = `${base}/times?service=${salon.salon.cut}`;
  const { body } = await salon.app.inject({ url: first, headers, remoteAddress });
  const starts = [...body.matchAll(/name="start" value="([^"]+)"/g)].map(([, start = ""]) => start);
  const steps = [
    ["contact", () => ({ start: starts.at(isLate ? -1 : 0) ?? "" })],
    ["code", () => ({ by: "email", email: `payer-${++visitors}@example.com` })],
    ["details", () => ({ code: codeIn(salon.emails) })],
    ["review", () => ({ first_name: "Zoë", last_name: "Grünwald" })],
  ] as const;
  let url = first;
  for (const [next, typed] of steps) {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    // The parameters of a step's URL are the hidden fields of its form.
    const payload = new URLSearchParams([...searchParams, ...Object.entries(typed())]).toString();
    const answer = await salon.app.inject({ method: "POST", url: pathname, headers, remoteAddress, payload });
    url = String(answer.headers.location);
    if (!url.startsWith(`${base}/${next}?`))
      throw new Error(`${pathname} answered ${answer.statusCode} and leads to ${url}, not to ${next}.`);
  }
  const page = await open(url, options);
  await page.getByRole("heading", { name: "Review and book", exact: true }).waitFor();
  return page;
}
