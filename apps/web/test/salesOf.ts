import type { TestSalon } from "./testSalon.ts";

/** Returns functions that create sales in a test salon. The functions call the API as the salon's owner. */
export function salesOf(salon: TestSalon) {
  const eur = (amount: number) => ({ amount, currency: "EUR" });
  let day = 0;

  async function send(method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: string, body?: object) {
    const { cookie } = await salon.login("owner");
    const answer = await fetch(`${salon.address}/api/v1/businesses/${salon.salon.businessId}${path}`, {
      method,
      headers: { cookie, origin: salon.address, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: responses of all operations.
    const { data, ...refusal } = (await answer.json()) as any;
    if (!answer.ok)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(refusal)}`);
    return data;
  }

  return {
    eur,
    send,
    /** Books a cut for 45 € with Anna on a date that other tests do not use. Returns the appointment's id. */
    async appointment(): Promise<string> {
      const at = Date.UTC(2027, 2, 1, 9) + 7 * 86_400_000 * day++;
      const booked = await salon.book(new Date(at).toISOString(), salon.salon.cut);
      if (booked.status !== 201) throw new Error(`The booking answered ${booked.status}.`);
      return booked.body.data.id;
    },
    sale: (body: object) => send("POST", "/sales", { location_id: salon.salon.locationId, ...body }),
  };
}
