import { zoneNamed } from "@daybook/engine";
import { shellTexts } from "@daybook/i18n/shell";
import { waitlistTexts } from "@daybook/i18n/waitlist";
import { Select, Switch, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useNow } from "../../../base/businessTime.ts";
import { localDate } from "../../../base/instants.ts";
import { useText } from "../../../base/language.tsx";
import { FieldGroup } from "../../../ui/FieldGroup.tsx";
import { RecordForm } from "../../../ui/RecordForm.tsx";
import { ClientSelect } from "./ClientSelect.tsx";
import { draftOf, type EntryDraft, emptyDraft, wishesOf } from "./draft.ts";
import { ItemFields } from "./ItemFields.tsx";
import type { Entry } from "./queries.ts";
import { useNoticeText } from "./useNoticeText.ts";
import { WindowFields } from "./WindowFields.tsx";

const NOTICES = [0, 60, 120, 240, 1440, 2880];
const PRIORITIES = [10, 0, -10];

/** Adds a client to a location's waitlist, or edits a waiting entry. */
export function EntryForm({
  location,
  entry,
  onDone,
}: {
  readonly location: { readonly id: string; readonly time_zone: string };
  /** The entry to edit; absent for a new entry. */
  readonly entry?: Entry;
  readonly onDone: (entry: Entry | undefined) => void;
}) {
  const t = useText(waitlistTexts);
  const shell = useText(shellTexts);
  const noticeText = useNoticeText();
  const { id: business, role, staffId } = useBusiness();
  const now = useNow();
  const today = localDate(zoneNamed(location.time_zone), now());
  const own = role === "staff" ? (staffId ?? "") : "";
  const form = useForm<EntryDraft>({
    initialValues: entry === undefined ? emptyDraft(today, own) : draftOf(entry),
    validate: (draft) => ({
      ...(draft.clientId === "" ? { client_id: t("chooseClient") } : {}),
      ...Object.fromEntries([
        ...draft.items.flatMap(({ serviceId }, index) =>
          serviceId === "" ? [[`items.${index}.service_id`, t("chooseService")]] : [],
        ),
        ...draft.windows.flatMap(({ from, to }, index) => [
          ...(from === "" ? [[`windows.${index}.from`, t("enterDates")]] : []),
          ...(to === "" ? [[`windows.${index}.to`, t("enterDates")]] : []),
        ]),
      ]),
    }),
  });
  const { values, errors } = form;
  return (
    <RecordForm
      form={form}
      keeps={entry ? "edit" : "add"}
      operation={entry === undefined ? "createWaitlistEntry" : "updateWaitlistEntry"}
      changes={["waitlist"]}
      run={(draft: EntryDraft, { idempotencyKey }) =>
        entry === undefined
          ? api.post("/businesses/{business}/waitlist", {
              path: { business },
              body: { client_id: draft.clientId, location_id: location.id, ...wishesOf(draft) },
              idempotencyKey,
            })
          : api.patch("/businesses/{business}/waitlist/{entry}", {
              path: { business, entry: entry.id },
              body: wishesOf(draft),
              idempotencyKey,
            })
      }
      onDone={onDone}
      isLong
      action={entry === undefined ? t("addDo") : shell("save")}
    >
      {entry === undefined && (
        <ClientSelect
          error={errors.client_id}
          onChange={(clientId) => form.setValues({ clientId: clientId ?? "" })}
        />
      )}
      <ItemFields
        location={location.id}
        items={values.items}
        errors={errors}
        staffId={own}
        onChange={(items) => form.setValues({ items })}
      />
      <FieldGroup title={t("whenTitle")}>
        <WindowFields
          windows={values.windows}
          today={today}
          errors={errors}
          onChange={(windows) => form.setValues({ windows })}
        />
      </FieldGroup>
      <Textarea
        label={t("note")}
        description={t("noteHint")}
        autosize
        minRows={2}
        maxLength={2000}
        {...form.getInputProps("note")}
      />
      <Select
        label={t("notice")}
        description={t("noticeHint")}
        data={withCurrent(NOTICES, values.noticeMinutes).map((minutes) => ({
          value: String(minutes),
          label: noticeText(minutes),
        }))}
        value={String(values.noticeMinutes)}
        onChange={(minutes) => form.setValues({ noticeMinutes: Number(minutes) })}
        error={errors.min_notice_minutes}
      />
      <Select
        label={t("priority")}
        data={withCurrent(PRIORITIES, values.priority).map((priority) => ({
          value: String(priority),
          label: t(priority === 0 ? "priorityNormal" : priority > 0 ? "ahead" : "behind"),
        }))}
        value={String(values.priority)}
        onChange={(priority) => form.setValues({ priority: Number(priority) })}
        error={errors.priority}
      />
      <Switch
        label={t("autoBook")}
        description={t("autoBookHint")}
        checked={values.autoBook}
        onChange={({ currentTarget }) => form.setValues({ autoBook: currentTarget.checked })}
      />
    </RecordForm>
  );
}

/**
 * Returns the choices with the current value. If the choices contain negative numbers, the value replaces the choice with the same sign;
 * otherwise the value is added in ascending order.
 */
function withCurrent(choices: readonly number[], current: number): readonly number[] {
  if (choices.includes(current)) return choices;
  return choices.some((choice) => choice < 0)
    ? choices.map((choice) => (Math.sign(choice) === Math.sign(current) ? current : choice))
    : [...choices, current].sort((one, other) => one - other);
}
