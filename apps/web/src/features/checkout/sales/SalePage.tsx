import { salesTexts } from "@daybook/i18n/sales";
import { Badge, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useBusiness } from "../../../base/business.tsx";
import { localTimeOf } from "../../../base/instants.ts";
import { useFormats, useText } from "../../../base/language.tsx";
import { useChosenLocation } from "../../../base/locations.ts";
import { moneyOf } from "../../../base/money.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useDelayed } from "../../../ui/useDelayed.ts";
import { changeOf } from "./cashChange.ts";
import { dueMinor, paidMinor } from "./due.ts";
import { PaymentForm } from "./PaymentForm.tsx";
import { PaymentList } from "./PaymentList.tsx";
import { clientQuery, type Payment, paymentsQuery, type Sale, saleQuery } from "./queries.ts";
import { ReceiptDialog } from "./ReceiptDialog.tsx";
import classes from "./Sales.module.css";
import { SaleTicket } from "./SaleTicket.tsx";
import { STATUS_TEXT } from "./status.ts";
import { VoidDialog } from "./VoidDialog.tsx";

/** Shows a sale with its payments and the available actions: payment, editing, voiding, refunds and the receipt. */
export default function SalePage() {
  const t = useText(salesTexts);
  const { id: business } = useBusiness();
  const { sale: id } = useParams({ strict: false }) as { sale: string };
  const sale = useQuery(saleQuery(business, id));
  const payments = useQuery({
    ...paymentsQuery(business, sale.data?.payment_ids ?? []),
    enabled: sale.data !== undefined,
  });
  const error = sale.error ?? payments.error;
  const isLoading = sale.data === undefined || payments.data === undefined;
  const showsSkeleton = useDelayed(isLoading, 300);
  return (
    <div className={classes.page}>
      <title>{`${t("sale")} · Daybook`}</title>
      {error !== null && (
        <ProblemNote error={error} onRetry={() => void Promise.all([sale.refetch(), payments.refetch()])} />
      )}
      {sale.data !== undefined && payments.data !== undefined && (
        <Content key={id} sale={sale.data} payments={payments.data} isSettled={!payments.isPlaceholderData} />
      )}
      {isLoading && error === null && showsSkeleton && <Skeleton h={320} />}
    </div>
  );
}

function Content({
  sale,
  payments,
  isSettled,
}: {
  readonly sale: Sale;
  readonly payments: readonly Payment[];
  /** Whether the loaded payments belong to the loaded version of the sale. */
  readonly isSettled: boolean;
}) {
  const t = useText(salesTexts);
  const formats = useFormats();
  const { id: business, record } = useBusiness();
  const navigate = useNavigate();
  const { locations } = useChosenLocation();
  const [changeMinor, setChange] = useState(() => changeOf(sale.id));
  const [codes, setCodes] = useState<Readonly<Record<string, string>>>({});
  const [isVoiding, setVoiding] = useState(false);
  const [isShowingReceipt, setShowingReceipt] = useState(false);
  const { data: client } = useQuery({
    ...clientQuery(business, sale.client_id ?? ""),
    enabled: sale.client_id !== null,
  });
  const location = locations.find(({ id }) => id === sale.location_id);
  const zone = location?.time_zone ?? record.time_zone;
  const { date, minutes } = localTimeOf(zone, sale.completed_at ?? sale.created_at);
  const due = dueMinor(sale, payments);
  const isPaying = sale.status === "open";
  // The payments that prevent editing or voiding the sale. The deposit of an open sale prevents neither, because an edited sale
  // keeps the deposit, and voiding returns the deposit to the appointment.
  const taken = isPaying ? payments.filter(({ kind }) => kind !== "deposit") : payments;
  const name = [client?.first_name, client?.last_name].filter(Boolean).join(" ");
  return (
    <>
      <div className={classes.heading}>
        <h1>{t(isPaying ? "payment" : "sale")}</h1>
        <Badge variant="default" size="lg" radius="sm" tt="none">
          {t(STATUS_TEXT[sale.status])}
        </Badge>
        <span className={classes.spread} />
        <Group gap="xs">
          {sale.receipt_number !== null && (
            <Button
              variant="default"
              leftSection={<Icon name="print" size={18} />}
              onClick={() => setShowingReceipt(true)}
            >
              {t("receipt")}
            </Button>
          )}
          {isPaying && !sale.lines.some(({ kind }) => kind === "fee") && (
            <ActionButton
              operation="replaceSale"
              variant="default"
              reason={taken.some(({ status }) => status !== "failed") ? t("editNeedsNoPayments") : undefined}
              onClick={() =>
                void navigate({ to: `/${business}/checkout`, search: { sale: sale.id } } as never)
              }
            >
              {t("editSale")}
            </ActionButton>
          )}
          {sale.status !== "voided" && (
            <ActionButton
              operation="voidSale"
              variant="default"
              reason={paidMinor(taken) > 0 ? t("voidNeedsRefund") : undefined}
              onClick={() => setVoiding(true)}
            >
              {t("voidSale")}
            </ActionButton>
          )}
        </Group>
      </div>
      <div className={classes.columns}>
        <section className={`surface ${classes.card}`} aria-label={t("ticket")}>
          <Stack gap={4} mb="sm">
            <Text size="sm" c="dimmed">
              {[location?.name, formats.day(date), formats.time(minutes), name].filter(Boolean).join(" · ")}
            </Text>
          </Stack>
          <SaleTicket sale={sale} giftCardCodes={codes} />
        </section>
        <section className={`surface ${classes.card}`} aria-label={t(isPaying ? "payment" : "payments")}>
          <Stack>
            {isPaying && (
              <div>
                <Text c="dimmed">{t("due")}</Text>
                <div className={`${classes.due} numbers`}>{formats.money(moneyOf(due, record.currency))}</div>
              </div>
            )}
            {sale.status === "completed" && (
              <div className={classes.change} role="status">
                <Text fw={600}>{t("paidInFull")}</Text>
                {changeMinor > 0 && (
                  <>
                    <Text size="sm">{t("change")}</Text>
                    <div className={`${classes.due} numbers`}>
                      {formats.money(moneyOf(changeMinor, record.currency))}
                    </div>
                  </>
                )}
              </div>
            )}
            {payments.length > 0 && <PaymentList sale={sale} payments={payments} />}
            {isPaying && due > 0 && isSettled && (
              <PaymentForm
                key={due}
                sale={sale}
                dueMinor={due}
                onPaid={(paid, change) => {
                  setChange(change);
                  setCodes(
                    Object.fromEntries(
                      paid.sale.lines.flatMap(({ id, gift_card_code: code }) =>
                        code === undefined ? [] : [[id, code]],
                      ),
                    ),
                  );
                }}
              />
            )}
            {!isPaying && (
              <Stack gap="xs">
                <Button onClick={() => void navigate({ to: `/${business}/calendar` as never })}>
                  {t("toCalendar")}
                </Button>
                {sale.status === "completed" && sale.appointment_id !== null && sale.client_id !== null && (
                  <ActionButton
                    operation="bookAppointment"
                    variant="default"
                    onClick={() =>
                      void navigate({
                        to: `/${business}/calendar`,
                        search: { new: "now", client: sale.client_id, rebook: sale.appointment_id },
                      } as never)
                    }
                  >
                    {t("bookNext")}
                  </ActionButton>
                )}
                <Button
                  variant="default"
                  onClick={() => void navigate({ to: `/${business}/checkout` as never })}
                >
                  {t("newSale")}
                </Button>
              </Stack>
            )}
          </Stack>
        </section>
      </div>
      {isShowingReceipt && sale.receipt_number !== null && (
        <ReceiptDialog
          saleId={sale.id}
          clientId={sale.client_id}
          number={sale.receipt_number}
          onClose={() => setShowingReceipt(false)}
        />
      )}
      {isVoiding && <VoidDialog sale={sale} onClose={() => setVoiding(false)} />}
    </>
  );
}
