import { membersTexts } from "@daybook/i18n/members";
import type { Role, StaffMember } from "@daybook/sdk";
import { Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRef } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { UnsavedGuard } from "../../../ui/UnsavedGuard.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { RoleFields } from "./RoleFields.tsx";

/** Invites a user by e-mail. */
export function InviteForm({
  staff,
  onDone,
}: {
  readonly staff: readonly StaffMember[];
  readonly onDone: (email: string) => void;
}) {
  const t = useText(membersTexts);
  const { id: business } = useBusiness();
  const form = useForm({
    initialValues: { email: "", role: "reception" as Role, staff_id: "" },
    validate: {
      email: (email) => (/^\S+@\S+\.\S+$/.test(email.trim()) ? null : t("enterEmail")),
      staff_id: (id, { role }) => (role === "staff" && id === "" ? t("chooseStaffMember") : null),
    },
  });
  const isSaved = useRef(false);
  const write = useWrite({
    operation: "createInvitation",
    changes: ["settings"],
    onFields: form.setErrors,
    run: ({ email, role, staff_id }: typeof form.values, { idempotencyKey }) =>
      api.invitations.create({
        path: { business },
        body: { email: email.trim(), role, staff_id: staff_id === "" ? null : staff_id },
        idempotencyKey,
      }),
  });
  const save = async (values: typeof form.values) => {
    const sent = await write.send(values);
    if (sent === undefined) return;
    isSaved.current = true;
    onDone(sent.email);
  };
  return (
    <form onSubmit={form.onSubmit((values) => void save(values))} noValidate>
      <UnsavedGuard isDirty={() => !isSaved.current && form.isDirty()} keeps="invite" />
      <Stack>
        <TextInput
          label={t("email")}
          type="email"
          maxLength={254}
          data-autofocus
          {...form.getInputProps("email")}
        />
        <RoleFields
          values={form.values}
          errors={form.errors}
          staff={staff}
          onChange={(values) => form.setValues(values)}
        />
        <ProblemNote error={write.error} onRetry={() => void save(form.values)} />
        <Group justify="flex-end">
          <ActionButton operation="createInvitation" type="submit" loading={write.isSending}>
            {t("send")}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}
