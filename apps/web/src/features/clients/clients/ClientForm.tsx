import { clientsTexts } from "@daybook/i18n/clients";
import { errorsTexts } from "@daybook/i18n/errors";
import { shellTexts } from "@daybook/i18n/shell";
import { ApiError, type Client } from "@daybook/sdk";
import { Group, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { isPossiblePhone, phoneOf } from "../../../base/phone.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { DateField } from "../../../ui/DateField.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { UnsavedGuard } from "../../../ui/UnsavedGuard.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { ConflictChoice } from "./ConflictChoice.tsx";
import { CustomFieldInput } from "./CustomFieldInput.tsx";
import { type ClientPatch, changesBetween, valuesOf } from "./clientInput.ts";
import { clientQuery } from "./queries.ts";

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * Creates a client or edits the name, contact details, alert, patch test and custom fields. For an existing client, sends only the changed
 * fields.
 */
export function ClientForm({
  client,
  onDone,
}: {
  readonly client: Client | undefined;
  readonly onDone: (client: Client) => void;
}) {
  const t = useText(clientsTexts);
  const shell = useText(shellTexts);
  const errorTexts = useText(errorsTexts);
  const { id: business, record } = useBusiness();
  const queries = useQueryClient();
  const fields = [...record.client_fields].sort((one, other) => one.position - other.position);
  const isMasked = client?.contacts_masked === true;
  // The version of the client that the user is editing. The form sends only the fields that differ from this version.
  const [base, setBase] = useState(client);
  const [current, setCurrent] = useState<Client>();
  const isSaved = useRef(false);
  const form = useForm({ initialValues: valuesOf(client, fields) });
  const write = useWrite({
    operation: base === undefined ? "createClient" : "updateClient",
    changes: ["clients", "appointments"],
    onFields: form.setErrors,
    run: async ({ patch, on }: { patch: ClientPatch; on: Client | undefined }, { idempotencyKey }) => {
      if (on === undefined) {
        const { first_name = "", ...more } = patch;
        return api.clients.create({ path: { business }, body: { first_name, ...more }, idempotencyKey });
      }
      const path = { business, client: on.id };
      try {
        return await api.clients.update({ path, body: patch, ifMatch: on.version, idempotencyKey });
      } catch (error) {
        if (error instanceof ApiError && error.is("version_mismatch"))
          setCurrent(await api.clients.get({ path }));
        throw error;
      }
    },
  });
  const save = async (on: Client | undefined) => {
    const typed = form.getValues();
    const phone = (await phoneOf(typed.phone_e164, record.country)) ?? "";
    const email = typed.email.trim();
    const errors = {
      ...(typed.first_name.trim() === "" ? { first_name: errorTexts("fieldRequired") } : {}),
      ...(phone !== "" && !(await isPossiblePhone(phone)) ? { phone_e164: t("phoneInvalid") } : {}),
      ...(email !== "" && !EMAIL.test(email) ? { email: t("emailInvalid") } : {}),
    };
    form.setErrors(errors);
    const [wrong] = Object.keys(errors);
    if (wrong !== undefined) return form.getInputNode(wrong)?.focus();
    const patch = changesBetween(valuesOf(base, fields), { ...typed, phone_e164: phone }, fields);
    const saved = await write.send({ patch, on });
    if (saved === undefined) return;
    isSaved.current = true;
    queries.setQueryData(clientQuery(business, saved.id).queryKey, saved);
    onDone(saved);
  };
  const input = (name: "first_name" | "last_name" | "email" | "phone_e164") => ({
    ...form.getInputProps(name),
    maxLength: name === "email" ? 254 : 120,
  });
  const contact = { disabled: isMasked, description: isMasked ? t("masked") : undefined };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save(base);
      }}
    >
      <Stack>
        <TextInput label={t("firstName")} required data-autofocus {...input("first_name")} />
        <TextInput label={t("lastName")} {...input("last_name")} />
        <TextInput label={t("phone")} type="tel" inputMode="tel" {...contact} {...input("phone_e164")} />
        <TextInput label={t("email")} type="email" {...contact} {...input("email")} />
        <Textarea
          label={t("alert")}
          description={t("alertHint")}
          autosize
          minRows={2}
          maxLength={200}
          {...form.getInputProps("alert")}
        />
        <DateField
          label={t("patchTest")}
          description={t("patchTestHint")}
          {...form.getInputProps("patch_test_at")}
        />
        {fields.map((field) => (
          <CustomFieldInput
            key={field.id}
            field={field}
            {...form.getInputProps(`custom_fields.${field.id}`)}
          />
        ))}
        {current === undefined || base === undefined ? (
          <ProblemNote error={write.error} onRetry={() => void save(base)} />
        ) : (
          <ConflictChoice
            base={base}
            current={current}
            mine={form.getValues()}
            fields={fields}
            isSending={write.isSending}
            onMine={() => {
              setCurrent(undefined);
              void save(current);
            }}
            onTheirs={() => {
              form.setValues(valuesOf(current, fields));
              form.resetDirty(valuesOf(current, fields));
              setBase(current);
              setCurrent(undefined);
              write.clear();
            }}
          />
        )}
        <Group justify="flex-end">
          <ActionButton
            operation={base === undefined ? "createClient" : "updateClient"}
            type="submit"
            loading={write.isSending}
          >
            {shell("save")}
          </ActionButton>
        </Group>
      </Stack>
      <UnsavedGuard isDirty={() => form.isDirty() && !isSaved.current} keeps="edit" />
    </form>
  );
}
