import { createCategory, createService } from "../features/business/services/index.ts";
import { createTaxRate } from "../features/business/tax-rates/index.ts";
import { createGiftCard, createMembershipPlan, createPackage } from "../features/checkout/prepaid/index.ts";
import { createProduct } from "../features/checkout/products/index.ts";
import { createPromotion } from "../features/checkout/promotions/index.ts";
import type { NewDemo } from "./demo.ts";
import * as menu from "./menu.ts";
import { cents, locationsOf } from "./salon.ts";

/** Creates the tax rate, categories, services, retail products, prepaid products and the promotion. */
export async function createMenu({ tx, businessId, store, idOf, setUpAt: now }: NewDemo): Promise<void> {
  const tax_rate_id = await store(menu.TAX.name, createTaxRate(tx, businessId, menu.TAX, now));
  for (const [name, , description] of menu.CATEGORIES)
    await store(name, createCategory(tx, businessId, { name, description }, now));
  for (const { name, category, phases, price, staff, needs, terms, input } of menu.SERVICES) {
    const [initial_minutes = 0, processing_minutes, finishing_minutes] = phases;
    const service = {
      name,
      category_id: idOf(category),
      location_ids: locationsOf(staff).map(idOf),
      staff: staff.map((member) => {
        const euros = terms[member];
        return { staff_id: idOf(member), price: euros === undefined ? null : cents(100 * euros) };
      }),
      resources: needs === undefined ? [] : [{ type: needs, count: 1 }],
      price: cents(price),
      tax_rate_id,
      ...(processing_minutes === undefined
        ? { duration_minutes: initial_minutes }
        : { initial_minutes, processing_minutes, finishing_minutes }),
      ...input,
    };
    await store(name, createService(tx, businessId, service, now));
  }
  for (const [name, price, barcode, stock] of menu.PRODUCTS) {
    const product = { name, price: cents(price), barcode, stock, tax_rate_id };
    await store(name, createProduct(tx, businessId, product, now));
  }
  for (const { kind, name, price, units, services } of menu.PREPAID) {
    const terms = { name, service_ids: services.map(idOf), price: cents(price) };
    const created = {
      package: () => createPackage(tx, businessId, { ...terms, units, valid_months: 12 }, now),
      membership: () => createMembershipPlan(tx, businessId, { ...terms, credits: units, periods: 3 }, now),
      gift_card: () => createGiftCard(tx, businessId, { name, value: cents(price), valid_months: 36 }, now),
    };
    await store(name, created[kind]());
  }
  const { name, category } = menu.SHINE;
  const service_ids = menu.SERVICES.filter((one) => one.category === category).map((one) => idOf(one.name));
  const shine = { name, code: "SHINE20", kind: "percent", percent: 20, service_ids } as const;
  await store(name, createPromotion(tx, businessId, shine, now));
}
