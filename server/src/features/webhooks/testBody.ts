import { utcText } from "@daybook/engine";

/** Returns the body of a test. A test has no event, so the body contains the delivery's id. */
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
