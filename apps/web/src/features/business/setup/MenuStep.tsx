import { setupTexts } from "@daybook/i18n/setup";
import { Button, Checkbox, Group, NumberInput, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { moneyOf } from "../../../base/money.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { MoneyInput } from "../../../ui/MoneyInput.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import type { Location } from "../locations/queries.ts";
import classes from "./Setup.module.css";
import { STARTER_MENUS, type StarterKey } from "./starterMenu.ts";

interface Draft {
  readonly key: StarterKey;
  readonly isWanted: boolean;
  readonly minutes: number;
  readonly processingMinutes: number;
  readonly priceMinor: number | undefined;
}

/** The currencies in which the suggested prices are plausible. The suggested prices are whole amounts in euros. */
const SIMILAR = ["EUR", "USD", "GBP", "CHF", "CAD", "AUD", "NZD", "SGD"];

/** Creates the chosen services of a starter menu. All staff members perform these services. */
export function MenuStep({
  location,
  staffIds,
  onDone,
}: {
  readonly location: Location;
  readonly staffIds: readonly string[];
  readonly onDone: () => void;
}) {
  const t = useText(setupTexts);
  const { id: business, record } = useBusiness();
  const { currency } = record;
  const [drafts, setDrafts] = useState<readonly Draft[]>(() =>
    STARTER_MENUS[record.type].map(({ key, minutes, price, processingMinutes = 0 }) => ({
      key,
      isWanted: true,
      minutes,
      processingMinutes,
      priceMinor: SIMILAR.includes(currency) ? price * 100 : undefined,
    })),
  );
  const wanted = drafts.filter(({ isWanted }) => isWanted);
  const change = (key: StarterKey, patch: Partial<Draft>) =>
    setDrafts(drafts.map((each) => (each.key === key ? { ...each, ...patch } : each)));
  const write = useWrite({
    operation: "createService",
    changes: ["services"],
    run: async (services: readonly Draft[], { idempotencyKey }) => {
      for (const { key, minutes, processingMinutes, priceMinor } of services)
        await api.services.create({
          path: { business },
          body: {
            name: t(key),
            location_ids: [location.id],
            staff: staffIds.map((staff_id) => ({ staff_id })),
            price: moneyOf(priceMinor ?? 0, currency),
            ...timesOf(minutes, processingMinutes),
          },
          idempotencyKey: `${idempotencyKey}-${key}`,
        });
      return services.length;
    },
  });
  const save = async () => {
    if ((await write.send(wanted)) !== undefined) onDone();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack>
        <Text size="sm">{t("menuHint")}</Text>
        <ul className={classes.services}>
          {drafts.map(({ key, isWanted, minutes, priceMinor }) => (
            <li key={key}>
              <Checkbox
                className={classes.name}
                label={t(key)}
                checked={isWanted}
                onChange={() => change(key, { isWanted: !isWanted })}
              />
              <NumberInput
                w={112}
                aria-label={t("minutesOf", { name: t(key) })}
                suffix={` ${t("minutesShort")}`}
                min={5}
                max={600}
                step={5}
                allowDecimal={false}
                disabled={!isWanted}
                value={minutes}
                onChange={(value) => change(key, { minutes: typeof value === "number" ? value : minutes })}
              />
              <MoneyInput
                w={140}
                aria-label={t("priceOf", { name: t(key) })}
                currency={currency}
                valueMinor={priceMinor}
                isReadOnly={!isWanted}
                onChange={(minor) => change(key, { priceMinor: minor })}
              />
            </li>
          ))}
        </ul>
        <ProblemNote error={write.error} onRetry={() => void save()} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {t("withoutMenu")}
          </Button>
          <ActionButton
            operation="createService"
            type="submit"
            loading={write.isSending}
            reason={wanted.length === 0 ? t("needsService") : undefined}
          >
            {t("continue")}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}

/** Splits a duration into three phases with the processing time in the middle. If the duration is too short, returns one phase. */
function timesOf(minutes: number, processingMinutes: number) {
  const rest = minutes - processingMinutes;
  if (processingMinutes === 0 || rest < 2) return { duration_minutes: minutes };
  const initial = Math.ceil(rest / 2);
  return {
    initial_minutes: initial,
    processing_minutes: processingMinutes,
    finishing_minutes: rest - initial,
  };
}
