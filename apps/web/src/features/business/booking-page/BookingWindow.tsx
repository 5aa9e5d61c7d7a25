import { bookingPageTexts } from "@daybook/i18n/bookingPage";
import { Group, NumberInput, Text } from "@mantine/core";
import { showNotification } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { servicesQuery } from "../../../base/catalogue.ts";
import { useFormats, useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import classes from "./BookingPage.module.css";

const HOUR_MINUTES = 60;
const MAX_NOTICE_HOURS = 720;
const MAX_DAYS = 730;

/**
 * Shows the minimum and maximum time between an online booking and the start of the appointment. Changes both limits for all services that
 * can be booked online.
 */
export function BookingWindow() {
  const t = useText(bookingPageTexts);
  const formats = useFormats();
  const { id: business } = useBusiness();
  const { data, error } = useQuery(servicesQuery(business));
  const [typed, setTyped] = useState<{ notice?: number | string; days?: number | string }>({});
  const services = (data ?? []).filter(({ active, online_bookable }) => active && online_bookable);
  const [first] = services;
  const isSame = services.every(
    (each) =>
      each.min_notice_minutes === first?.min_notice_minutes &&
      each.max_advance_days === first.max_advance_days,
  );
  const notice = typed.notice ?? (first === undefined ? 0 : first.min_notice_minutes / HOUR_MINUTES);
  const days = typed.days ?? first?.max_advance_days ?? 0;
  const write = useWrite({
    operation: "updateService",
    changes: ["services"],
    run: async (body: { min_notice_minutes: number; max_advance_days: number }) => {
      for (const { id } of services) await api.services.update({ path: { business, service: id }, body });
      return services.length;
    },
  });
  const save = async () => {
    const body = {
      min_notice_minutes: Math.round(Number(notice) * HOUR_MINUTES),
      max_advance_days: Number(days),
    };
    const count = await write.send(body);
    if (count === undefined) return;
    setTyped({});
    showNotification({ message: t("windowSaved", { count }), withBorder: true });
  };
  return (
    <section className={`surface ${classes.section}`} aria-labelledby="window">
      <h2 id="window" className={classes.heading}>
        {t("window")}
      </h2>
      <ProblemNote error={error ?? write.error} onRetry={() => void save()} />
      {data !== undefined && (
        <Text size="sm" c="dimmed" mb="xs">
          {first === undefined && t("noServices")}
          {first !== undefined &&
            (isSame
              ? t("windowSame", {
                  notice: formats.number(first.min_notice_minutes / HOUR_MINUTES),
                  days: first.max_advance_days,
                })
              : t("windowMixed"))}
        </Text>
      )}
      {first !== undefined && (
        <Group align="flex-end">
          <NumberInput
            label={t("notice")}
            w={160}
            min={0}
            max={MAX_NOTICE_HOURS}
            decimalScale={1}
            value={notice}
            onChange={(value) => setTyped({ ...typed, notice: value })}
          />
          <NumberInput
            label={t("days")}
            w={160}
            min={1}
            max={MAX_DAYS}
            allowDecimal={false}
            value={days}
            onChange={(value) => setTyped({ ...typed, days: value })}
          />
          <ActionButton
            operation="updateService"
            variant="default"
            loading={write.isSending}
            onClick={() => void save()}
          >
            {t("setWindow")}
          </ActionButton>
        </Group>
      )}
    </section>
  );
}
