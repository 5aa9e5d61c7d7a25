import { dateOf } from "@daybook/engine";
import { createCategory, createService } from "../features/business/services/index.ts";
import { createTaxRate } from "../features/business/tax-rates/index.ts";
import { createGiftCard, createMembershipPlan, createPackage } from "../features/checkout/prepaid/index.ts";
import { createProduct } from "../features/checkout/products/index.ts";
import { createPromotion } from "../features/checkout/promotions/index.ts";
import * as menu from "./menu.ts";
import * as salon from "./salon.ts";
import { cents } from "./salon.ts";
import type { Opened } from "./setUp.ts";

export async function createMenu({ tx, businessId, create, idOf, setUpAt: now }: Opened): Promise<void> {
  const tax_rate_id = await create(menu.TAX.name, createTaxRate(tx, businessId, menu.TAX, now));
  for (const [name, description] of menu.CATEGORIES)
    await create(name, createCategory(tx, businessId, { name, description }, now));
  for (const { name, category, minutes, price, staff, needs, input } of menu.SERVICES) {
    const performers = staff.map((member) => {
      const terms = menu.STAFF_TERMS.find(([service, by]) => service === name && by === member);
      const [, , duration_minutes = null, amount = null] = terms ?? [];
      return { staff_id: idOf(member), duration_minutes, price: amount === null ? null : cents(amount) };
    });
    const service = {
      name,
      category_id: idOf(category),
      location_ids: salon.locationsOf(staff).map(idOf),
      staff: performers,
      resources: needs === undefined ? [] : [{ type: needs, count: 1 }],
      price: cents(price),
      tax_rate_id,
      ...phasesOf(minutes),
      ...input,
    };
    await create(name, createService(tx, businessId, service, now));
  }
}

function phasesOf(minutes: menu.DemoService["minutes"]) {
  if (typeof minutes === "number") return { duration_minutes: minutes };
  const [initial_minutes, processing_minutes, finishing_minutes] = minutes;
  return { initial_minutes, processing_minutes, finishing_minutes };
}

/** Creates retail products, prepaid products and promotions. */
export async function createOffers({
  tx,
  businessId,
  create,
  idOf,
  today,
  setUpAt: now,
}: Opened): Promise<void> {
  for (const [name, price, barcode, stock] of menu.PRODUCTS) {
    const product = { name, price: cents(price), barcode, stock, tax_rate_id: idOf(menu.TAX.name) };
    await create(name, createProduct(tx, businessId, product, now));
  }
  for (const { kind, name, price, units, services } of menu.PREPAID) {
    const product = { name, service_ids: services.map(idOf), price: cents(price) };
    await create(
      name,
      kind === "package"
        ? createPackage(tx, businessId, { ...product, units, valid_months: 12 }, now)
        : createMembershipPlan(tx, businessId, { ...product, credits: units, periods: 3 }, now),
    );
  }
  for (const [name, value] of menu.GIFT_CARDS)
    await create(name, createGiftCard(tx, businessId, { name, value: cents(value), valid_months: 36 }, now));
  const { name, category, fromDay, toDay } = menu.SHINE;
  const services = menu.SERVICES.filter((service) => service.category === category);
  const shine = { service_ids: services.map((service) => idOf(service.name)), percent: 20 };
  const period = { starts_on: dateOf(today + fromDay), ends_on: dateOf(today + toDay) };
  const friend = { name: menu.FRIEND, code: "FRIEND10", kind: "amount", amount: cents(1000) } as const;
  await create(
    name,
    createPromotion(tx, businessId, { name, code: "SHINE20", kind: "percent", ...shine, ...period }, now),
  );
  await create(friend.name, createPromotion(tx, businessId, friend, now));
}
