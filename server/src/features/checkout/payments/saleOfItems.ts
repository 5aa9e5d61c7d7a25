import { ApiError } from "../../../kernel/errors.ts";
import type { Role } from "../../../kernel/scopes.ts";
import type { appointmentRoutes } from "../../scheduling/appointments/index.ts";
import { promotionOfAppointment } from "../promotions/index.ts";
import { openSales, readSaleRow, saleLocks } from "../sales/index.ts";
import { paymentsOfSale } from "./insertPayments.ts";
import { keptMinor } from "./paymentRow.ts";
import { repriceOpenSale } from "./repriceOpenSale.ts";

type SaleOfItems = ReturnType<Parameters<typeof appointmentRoutes>[1]["saleOfItems"]>;

/**
 * Returns the functions that check and update an appointment's sale when the appointment's items change. `role` is the role of
 * the business member who makes the change, or null for an API key.
 */
export function saleOfItems(role: Role | null): SaleOfItems {
  return {
    async assertOpen(tx, businessId, { id, saleClosedAt }) {
      if (saleClosedAt === null) return;
      const saleId = await openSales.saleOfAppointment(tx, businessId, id);
      if (saleId === undefined) return;
      const { status, kept_amount, total_amount } = await readSaleRow(tx, businessId, saleId);
      const isRefunded = kept_amount === 0 && total_amount > 0;
      if (status === "completed" && !isRefunded)
        throw new ApiError(
          "sale_closed",
          "The sale of this appointment is completed. Refund its payments or, if it has none, void the sale first.",
        );
    },
    async assertPrices(tx, businessId, prices) {
      if (role === null) return;
      const lines = prices.map(({ priceMinor, listMinor }) => ({
        kind: "service" as const,
        quantity: 1,
        unitMinor: priceMinor,
        listMinor,
      }));
      await openSales.assertDiscountAllowed(tx, businessId, role, lines, "/items");
    },
    async itemsChanged(tx, snapshot, locked, { before, now }) {
      const { businessId } = snapshot;
      const { appointment } = locked;
      const saleId = await openSales.saleOfAppointment(tx, businessId, appointment.id);
      if (saleId === undefined) return;
      await saleLocks.lockSale(tx, businessId, saleId);
      const sale = await readSaleRow(tx, businessId, saleId);
      if (sale.status !== "open") return;
      const payments = await paymentsOfSale(tx, businessId, saleId);
      if (appointment.clientId !== before.clientId && payments.some((payment) => keptMinor(payment) > 0))
        throw refused("The sale has payments of the previous client: cancel or refund them first");
      const isPaid = (lineId: string) => payments.some((payment) => payment.sale_line_id === lineId);
      if (!(await openSales.replaceItemLines(tx, businessId, sale, { before, after: appointment, isPaid })))
        throw refused(
          "A package or membership has paid for a service that would change: refund that payment and void the sale first",
        );
      const promotion = await promotionOfAppointment(tx, businessId, appointment.id);
      await repriceOpenSale(tx, snapshot, locked, { promotion, now });
    },
  };
}

function refused(why: string): ApiError {
  const message = `The open sale of the appointment prevents this change. ${why}.`;
  return new ApiError("invalid_transition", message, { from: "open", to: null, allowed: [] });
}
