import { dateOf } from "@daybook/engine";
import { createCategory, createService } from "../features/business/services/index.ts";
import { createTaxRate } from "../features/business/tax-rates/index.ts";
import { createGiftCard, createMembershipPlan, createPackage } from "../features/checkout/prepaid/index.ts";
import { createProduct } from "../features/checkout/products/index.ts";
import { createPromotion } from "../features/checkout/promotions/index.ts";
import * as menu from "./menu.ts";
import { cents, locationsOf } from "./salon.ts";
import type { Opened } from "./setUp.ts";

export async function createMenu({ tx, businessId, create, idOf, setUpAt: now }: Opened): Promise<void> {
  const tax_rate_id = await create(menu.TAX.name, createTaxRate(tx, businessId, menu.TAX, now));
  for (const [name, description] of menu.CATEGORIES)
    await create(name, createCategory(tx, businessId, { name, description }, now));
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
    await create(name, createService(tx, businessId, service, now));
  }
}

/** Creates retail products, prepaid products and promotions. */
export async function createOffers(demo: Opened): Promise<void> {
  const { tx, businessId, create, idOf, today, setUpAt: now } = demo;
  for (const [name, price, barcode, stock] of menu.PRODUCTS) {
    const product = { name, price: cents(price), barcode, stock, tax_rate_id: idOf(menu.TAX.name) };
    await create(name, createProduct(tx, businessId, product, now));
  }
  for (const { kind, name, price, units, services } of menu.PREPAID) {
    const product = { name, service_ids: services.map(idOf), price: cents(price) };
    const created =
      kind === "package"
        ? createPackage(tx, businessId, { ...product, units, valid_months: 12 }, now)
        : createMembershipPlan(tx, businessId, { ...product, credits: units, periods: 3 }, now);
    await create(name, created);
  }
  for (const [name, value] of menu.GIFT_CARDS)
    await create(name, createGiftCard(tx, businessId, { name, value: cents(value), valid_months: 36 }, now));
  const { name, category, fromDay, toDay } = menu.SHINE;
  const services = menu.SERVICES.filter((service) => service.category === category);
  const period = { starts_on: dateOf(today + fromDay), ends_on: dateOf(today + toDay) };
  const service_ids = services.map((service) => idOf(service.name));
  const shine = { name, code: "SHINE20", kind: "percent", percent: 20, service_ids, ...period } as const;
  await create(name, createPromotion(tx, businessId, shine, now));
  const friend = { name: menu.FRIEND, code: "FRIEND10", kind: "amount", amount: cents(1000) } as const;
  await create(friend.name, createPromotion(tx, businessId, friend, now));
}
