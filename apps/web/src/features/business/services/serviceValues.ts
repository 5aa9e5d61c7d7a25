import type { DataOf, Service } from "@daybook/sdk";

type Amount = number | string;

/** The values of the service form. Each `Amount` is a typed number or an empty text. Prices are in major units. */
export interface ServiceValues {
  name: string;
  category_id: string | null;
  description: string;
  price: Amount;
  price_kind: Service["price_kind"];
  hasProcessing: boolean;
  duration_minutes: Amount;
  initial_minutes: Amount;
  processing_minutes: Amount;
  finishing_minutes: Amount;
  buffer_before_minutes: Amount;
  buffer_after_minutes: Amount;
  location_ids: string[];
  staff: Record<string, { duration_minutes: Amount; price: Amount }>;
  resources: Record<string, Amount>;
  online_bookable: boolean;
  requires_approval: boolean;
  requires_patch_test: boolean;
  slot_step_minutes: Amount;
  min_notice_minutes: Amount;
  max_advance_days: Amount;
  max_per_day: Amount;
}

/** Returns the number of decimal digits of a currency: 2 for EUR, 0 for JPY. */
export function digitsOf(currency: string): number {
  return (
    new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2
  );
}

export function decimalSeparatorOf(locale: string): string {
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5);
  return parts.find(({ type }) => type === "decimal")?.value ?? ".";
}

export function valuesOf(
  service: Service | undefined,
  defaults: { readonly digits: number; readonly locationIds: readonly string[] },
): ServiceValues {
  const major = (amount: number) => amount / 10 ** defaults.digits;
  return {
    name: service?.name ?? "",
    category_id: service?.category_id ?? null,
    description: service?.description ?? "",
    price: service === undefined ? "" : major(service.price.amount),
    price_kind: service?.price_kind ?? "fixed",
    hasProcessing: (service?.processing_minutes ?? 0) > 0,
    duration_minutes: service?.duration_minutes ?? 60,
    initial_minutes: service?.initial_minutes ?? 60,
    processing_minutes: service?.processing_minutes ?? 0,
    finishing_minutes: service?.finishing_minutes ?? 0,
    buffer_before_minutes: service?.buffer_before_minutes ?? 0,
    buffer_after_minutes: service?.buffer_after_minutes ?? 0,
    location_ids: [...(service?.location_ids ?? defaults.locationIds)],
    staff: Object.fromEntries(
      (service?.staff ?? []).map(({ staff_id, duration_minutes, price }) => [
        staff_id,
        { duration_minutes: duration_minutes ?? "", price: price === null ? "" : major(price.amount) },
      ]),
    ),
    resources: Object.fromEntries((service?.resources ?? []).map(({ type, count }) => [type, count])),
    online_bookable: service?.online_bookable ?? true,
    requires_approval: service?.requires_approval ?? false,
    requires_patch_test: service?.requires_patch_test ?? false,
    slot_step_minutes: service?.slot_step_minutes ?? "",
    min_notice_minutes: service?.min_notice_minutes ?? "",
    max_advance_days: service?.max_advance_days ?? "",
    max_per_day: service?.max_per_day ?? "",
  };
}

export function bodyOf(
  values: ServiceValues,
  { currency, digits }: { readonly currency: string; readonly digits: number },
) {
  const money = (amount: Amount) => ({ amount: Math.round(Number(amount) * 10 ** digits), currency });
  const filled = <Name extends string>(name: Name, amount: Amount) =>
    (amount === "" ? {} : { [name]: Number(amount) }) as { readonly [N in Name]?: number };
  return {
    name: values.name.trim(),
    category_id: values.category_id,
    description: values.description.trim() === "" ? null : values.description,
    price: money(values.price_kind === "free" ? 0 : values.price),
    price_kind: values.price_kind,
    initial_minutes: Number(values.hasProcessing ? values.initial_minutes : values.duration_minutes),
    processing_minutes: values.hasProcessing ? Number(values.processing_minutes) : 0,
    finishing_minutes: values.hasProcessing ? Number(values.finishing_minutes) : 0,
    buffer_before_minutes: Number(values.buffer_before_minutes),
    buffer_after_minutes: Number(values.buffer_after_minutes),
    location_ids: values.location_ids,
    staff: Object.entries(values.staff).map(([staff_id, own]) => ({
      staff_id,
      duration_minutes: own.duration_minutes === "" ? null : Number(own.duration_minutes),
      price: own.price === "" ? null : money(own.price),
    })),
    resources: Object.entries(values.resources)
      .filter(([, count]) => Number(count) > 0)
      .map(([type, count]) => ({ type, count: Number(count) })),
    online_bookable: values.online_bookable,
    requires_approval: values.requires_approval,
    requires_patch_test: values.requires_patch_test,
    ...filled("slot_step_minutes", values.slot_step_minutes),
    ...filled("min_notice_minutes", values.min_notice_minutes),
    ...filled("max_advance_days", values.max_advance_days),
    max_per_day: values.max_per_day === "" ? null : Number(values.max_per_day),
  } satisfies Partial<DataOf<"post", "/businesses/{business}/services">>;
}

/** Converts the form's values to the minutes of each phase, for `PhaseBar`. */
export function timesOf(values: ServiceValues) {
  return {
    buffer_before_minutes: Number(values.buffer_before_minutes),
    initial_minutes: Number(values.hasProcessing ? values.initial_minutes : values.duration_minutes),
    processing_minutes: values.hasProcessing ? Number(values.processing_minutes) : 0,
    finishing_minutes: values.hasProcessing ? Number(values.finishing_minutes) : 0,
    buffer_after_minutes: Number(values.buffer_after_minutes),
  };
}
