import { useBusiness } from "../../../base/business.tsx";

/** Returns the server's address, and the slug and link of the booking page. The link is the same whether or not locations are published. */
export function useBookingLink(): { readonly server: string; readonly slug: string; readonly link: string } {
  const { record } = useBusiness();
  const link = record.online_booking_url ?? `${location.origin}/b/${record.slug}`;
  return { server: new URL(link).origin, slug: record.slug, link };
}
