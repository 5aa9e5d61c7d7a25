import { policiesTexts } from "@daybook/i18n/policies";
import { Group, NumberInput, Switch, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { showNotification } from "@mantine/notifications";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { FieldGroup } from "../../../ui/FieldGroup.tsx";
import { RecordForm } from "../../../ui/RecordForm.tsx";
import { AccountWarning } from "./AccountWarning.tsx";
import { ChargeFields } from "./ChargeFields.tsx";
import { PolicyPreview } from "./PolicyPreview.tsx";
import { bodyOf, draftOf, hasFee, isComplete, type Policy, type PolicyDraft } from "./policyDraft.ts";

const MAX_HOURS = 2160;
const ROLES = ["staff", "reception", "manager"] as const;

/** Saves the booking policy as a new version. */
export function PolicyForm({
  policy,
  onReload,
}: {
  readonly policy: Policy | null;
  readonly onReload: () => void;
}) {
  const t = useText(policiesTexts);
  const { id: business, record } = useBusiness();
  const { currency } = record;
  const isValid = (hours: number | string) =>
    hours !== "" && Number(hours) >= 0 && Number(hours) <= MAX_HOURS;
  const form = useForm<PolicyDraft>({
    initialValues: draftOf(policy),
    validate: {
      hours: (hours) => (isValid(hours) ? null : t("enterHours")),
      lateFee: (charge) => (isComplete(charge) ? null : t("enterCharge")),
      noShowFee: (charge) => (isComplete(charge) ? null : t("enterCharge")),
      deposit: (charge) => (isComplete(charge) ? null : t("enterCharge")),
      staff: (percent) => (percent === "" ? t("enterCharge") : null),
      reception: (percent) => (percent === "" ? t("enterCharge") : null),
      manager: (percent) => (percent === "" ? t("enterCharge") : null),
    },
  });
  const draft = form.values;
  const canRequireCard = hasFee(draft);
  return (
    <RecordForm
      form={form}
      operation="replacePolicy"
      changes={["settings"]}
      onFields={(errors) =>
        form.setErrors({
          hours: errors.cancellation_window_minutes,
          lateFee: Object.entries(errors).find(([path]) => path.startsWith("late_cancel_fee"))?.[1],
          noShowFee: Object.entries(errors).find(([path]) => path.startsWith("no_show_fee"))?.[1],
          deposit: Object.entries(errors).find(([path]) => path.startsWith("deposit"))?.[1],
          cancellationText: errors.cancellation_text,
          bookingText: errors.booking_text,
        })
      }
      run={(draft: PolicyDraft) =>
        api.policies.replace({
          path: { business },
          body: bodyOf(draft, currency),
          ...(policy === null ? {} : { ifMatch: policy.version }),
        })
      }
      onDone={(saved) =>
        saved && showNotification({ message: t("saved", { number: saved.version }), withBorder: true })
      }
      reload={{ label: t("reload"), onClick: onReload }}
    >
      <FieldGroup isCard title={t("cancellation")}>
        <NumberInput
          label={t("windowHours")}
          w={380}
          maw="100%"
          min={0}
          max={MAX_HOURS}
          decimalScale={1}
          {...form.getInputProps("hours")}
        />
        <ChargeFields
          name={t("lateFee")}
          draft={draft.lateFee}
          currency={currency}
          error={form.errors.lateFee as string | undefined}
          onChange={(charge) => form.setFieldValue("lateFee", charge)}
        />
        <ChargeFields
          name={t("noShowFee")}
          draft={draft.noShowFee}
          currency={currency}
          error={form.errors.noShowFee as string | undefined}
          onChange={(charge) => form.setFieldValue("noShowFee", charge)}
        />
        <Switch
          mt="xs"
          label={t("cardRequired")}
          description={t(canRequireCard ? "cardHint" : "cardNeedsFee")}
          disabled={!canRequireCard}
          checked={canRequireCard && draft.cardRequired}
          onChange={(event) => form.setFieldValue("cardRequired", event.currentTarget.checked)}
        />
        {canRequireCard && draft.cardRequired && <AccountWarning text={t("cardNeedsAccount")} />}
      </FieldGroup>
      <FieldGroup isCard title={t("deposit")}>
        <ChargeFields
          name={t("depositOnline")}
          draft={draft.deposit}
          currency={currency}
          error={form.errors.deposit as string | undefined}
          onChange={(charge) => form.setFieldValue("deposit", charge)}
        />
        {draft.deposit.kind !== "none" && <AccountWarning text={t("depositNeedsAccount")} />}
      </FieldGroup>
      <FieldGroup isCard title={t("texts")}>
        <Textarea
          label={t("cancellationText")}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={5000}
          {...form.getInputProps("cancellationText")}
        />
        <Textarea
          label={t("bookingText")}
          autosize
          minRows={2}
          maxRows={12}
          maxLength={5000}
          {...form.getInputProps("bookingText")}
        />
      </FieldGroup>
      <PolicyPreview draft={draft} currency={currency} />
      <FieldGroup isCard title={t("team")}>
        <Switch
          label={t("staffSeesContacts")}
          {...form.getInputProps("staffSeesContacts", { type: "checkbox" })}
        />
      </FieldGroup>
      <FieldGroup isCard title={t("maxDiscount")}>
        <Group align="flex-start">
          {ROLES.map((role) => (
            <NumberInput
              key={role}
              label={t(role)}
              w={120}
              min={0}
              max={100}
              allowDecimal={false}
              suffix=" %"
              {...form.getInputProps(role)}
            />
          ))}
        </Group>
      </FieldGroup>
    </RecordForm>
  );
}
