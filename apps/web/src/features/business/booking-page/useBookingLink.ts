import { useBusiness } from "../../../base/business.tsx";

/** Returns the address of the server and the link of the booking page, which exists whether or not a location is published. */
export function useBookingLink(): { readonly server: string; readonly slug: string; readonly link: string } {
  const { record } = useBusiness();
  const link = record.online_booking_url ?? `${location.origin}/b/${record.slug}`;
  return { server: new URL(link).origin, slug: record.slug, link };
}
