import { salesTexts } from "@daybook/i18n/sales";
import { ApiError, type Appointment } from "@daybook/sdk";
import { Alert, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { moneyOf } from "../../../base/money.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { useFieldErrorsOf } from "../../../ui/fieldErrors.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { UnsavedGuard } from "../../../ui/UnsavedGuard.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { AddLine } from "./AddLine.tsx";
import { ClientPicker } from "./ClientPicker.tsx";
import { rememberChange } from "./cashChange.ts";
import { type PlainMethod, rememberMethod } from "./lastMethod.ts";
import { QuickPayment } from "./QuickPayment.tsx";
import { catalogueQuery, type Sale, type SaleInput } from "./queries.ts";
import classes from "./Sales.module.css";
import { TicketLines } from "./TicketLines.tsx";
import { TipField } from "./TipField.tsx";
import { Totals } from "./Totals.tsx";
import { EMPTY_TICKET, isFilled, quotable, saleInputOf, type Ticket, ticketOf } from "./ticket.ts";
import { useQuote } from "./useQuote.ts";
import { WalletSummary } from "./WalletSummary.tsx";

/**
 * Shows the form of a ticket. The lines are on the left. The client, promotion, tip and the server's totals are on the right. A new ticket
 * is usually paid immediately. Otherwise, submitting the form creates or replaces an open sale, which is paid in the next step.
 */
export function TicketForm({
  appointment,
  clientName,
  locationId,
  sale,
  onOpened,
}: {
  readonly appointment: Appointment | undefined;
  readonly clientName: string;
  readonly locationId: string;
  /** The open sale to edit; undefined for a new sale. */
  readonly sale?: Sale;
  readonly onOpened: (sale: Sale) => void;
}) {
  const t = useText(salesTexts);
  const { id: business, record } = useBusiness();
  const { data: catalogue } = useQuery(catalogueQuery(business));
  const [initial] = useState<Ticket>(() => (sale === undefined ? EMPTY_TICKET : ticketOf(sale, appointment)));
  const [ticket, setTicket] = useState(initial);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const isSent = useRef(false);
  const change = (patch: Partial<Ticket>) => setTicket((before) => ({ ...before, ...patch }));
  const where = { locationId, currency: record.currency, appointment };
  const priced = quotable(ticket);
  const {
    quote,
    error: quoteError,
    isCurrent,
  } = useQuote(isFilled(priced, appointment) ? saleInputOf(priced, where) : undefined, sale?.id);
  const dueMinor =
    quote === undefined ? 0 : quote.total.amount - ("deposit" in quote ? quote.deposit.amount : 0);
  // A ticket with a gift card is paid on the sale's page, because that page shows the gift card's code, which the API returns only once.
  const canPayAtOnce =
    sale === undefined && dueMinor > 0 && !ticket.lines.some(({ kind }) => kind === "gift_card");
  const quoteErrors = useFieldErrorsOf()(quoteError) ?? {};
  const operation = sale === undefined ? "createSale" : "replaceSale";
  const write = useWrite({
    operation,
    changes: ["sales", "appointments", "wallet"],
    onFields: setErrors,
    run: async (body: SaleInput, { idempotencyKey }): Promise<Sale> => {
      if (sale === undefined) return api.sales.create({ path: { business }, body, idempotencyKey });
      // Removes the promotion from the appointment first. Otherwise the server would apply the promotion to the sale.
      if (appointment !== undefined && initial.promotionId !== undefined && body.promotion_id === undefined)
        await api.appointments.removePromotion({ path: { business, appointment: appointment.id } });
      return api.sales.replace({ path: { business, sale: sale.id }, body });
    },
  });
  const open = async (paid: Pick<SaleInput, "payments"> = {}, changeMinor = 0) => {
    setErrors({});
    const sale = await write.send({ ...saleInputOf(ticket, where), ...paid });
    if (sale === undefined) return;
    isSent.current = true;
    rememberChange(sale.id, changeMinor);
    onOpened(sale);
  };
  const take = (method: PlainMethod, changeMinor: number) => {
    rememberMethod(method);
    void open({ payments: [{ method, amount: moneyOf(dueMinor, record.currency) }] }, changeMinor);
  };
  const isOverLimit = [write.error, quoteError].some(
    (error) => error instanceof ApiError && error.code === "forbidden_role",
  );
  const about =
    errors.lines ?? errors.omit_items ?? errors.appointment_id ?? errors.location_id ?? quoteErrors.lines;
  const clientId = appointment === undefined ? ticket.clientId : appointment.client_id;
  return (
    <form
      className={classes.columns}
      onSubmit={(event) => {
        event.preventDefault();
        void open();
      }}
    >
      <section className={`surface ${classes.card}`} aria-label={t("ticket")}>
        <Stack>
          <TicketLines appointment={appointment} ticket={ticket} errors={errors} onChange={change} />
          <AddLine locationId={locationId} onAdd={(line) => change({ lines: [...ticket.lines, line] })} />
        </Stack>
      </section>
      <section className={`surface ${classes.card}`} aria-label={t("details")}>
        <Stack>
          {appointment === undefined ? (
            <ClientPicker
              value={ticket.clientId}
              error={errors.client_id}
              onChange={(clientId) => change({ clientId })}
            />
          ) : (
            <div>
              <Text size="sm" c="dimmed">
                {t("client")}
              </Text>
              <Text fw={600}>{clientName}</Text>
            </div>
          )}
          {typeof clientId === "string" && <WalletSummary clientId={clientId} />}
          {(catalogue?.promotions.length ?? 0) > 0 && (
            <Select
              label={t("promotion")}
              placeholder={t("noPromotion")}
              clearable
              data={catalogue?.promotions.map(({ id, name }) => ({ value: id, label: name })) ?? []}
              value={ticket.promotionId ?? null}
              clearButtonProps={{ "aria-label": t("clearPromotion") }}
              error={errors.promotion_id ?? quoteErrors.promotion_id}
              onChange={(id) => change({ promotionId: id ?? undefined })}
            />
          )}
          <TipField
            tipMinor={ticket.tipMinor}
            baseMinor={quote === undefined ? undefined : quote.total.amount - quote.tip.amount}
            error={errors.tip ?? errors["tip.amount"]}
            onChange={(tipMinor) => change({ tipMinor })}
          />
          {quote !== undefined && (
            <div className={isCurrent ? undefined : classes.stale} aria-busy={!isCurrent}>
              <Totals amounts={quote} />
            </div>
          )}
          {isOverLimit ? (
            <Alert color="red" variant="light" icon={<Icon name="alert" />} role="alert">
              {t("overLimit")}
            </Alert>
          ) : (
            <>
              {about !== undefined && (
                <Text size="sm" c="red">
                  {about}
                </Text>
              )}
              <ProblemNote error={write.error} onRetry={() => void open()} />
            </>
          )}
          {canPayAtOnce && (
            <QuickPayment
              dueMinor={dueMinor}
              currency={record.currency}
              isCurrent={isCurrent}
              isSending={write.isSending}
              onTake={take}
            />
          )}
          <ActionButton
            operation={operation}
            type="submit"
            size="md"
            variant={canPayAtOnce ? "default" : "filled"}
            loading={write.isSending && !canPayAtOnce}
            reason={isFilled(ticket, appointment) ? undefined : t("emptyTicket")}
          >
            {t("toPayment")}
          </ActionButton>
        </Stack>
      </section>
      <UnsavedGuard isDirty={() => ticket !== initial && !isSent.current} />
    </form>
  );
}
