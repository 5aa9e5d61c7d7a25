import { utcText } from "@daybook/engine";

/** The body of a test. It has no event: its id is the delivery's. */
export function testBody(
  businessId: string,
  delivery: { readonly id: string; readonly created_at: number },
): string {
  return JSON.stringify({
    id: delivery.id,
    type: "test",
    created_at: utcText(delivery.created_at),
    business_id: businessId,
    data: {},
  });
}
