import { membersTexts } from "@daybook/i18n/members";
import { shellTexts } from "@daybook/i18n/shell";
import type { StaffMember } from "@daybook/sdk";
import { Group, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRef, useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { Confirmation } from "../../../ui/Confirmation.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { UnsavedGuard } from "../../../ui/UnsavedGuard.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { type Member, nameOf } from "./queries.ts";
import { RoleFields } from "./RoleFields.tsx";

/** Changes the role of a user, or removes the user from the business. */
export function MemberForm({
  member,
  staff,
  onDone,
}: {
  readonly member: Member;
  readonly staff: readonly StaffMember[];
  readonly onDone: () => void;
}) {
  const t = useText(membersTexts);
  const shell = useText(shellTexts);
  const { id: business } = useBusiness();
  const [isRemoving, setRemoving] = useState(false);
  const form = useForm({
    initialValues: { role: member.role, staff_id: member.staff_id ?? "" },
    validate: {
      staff_id: (id, { role }) => (role === "staff" && id === "" ? t("chooseStaffMember") : null),
    },
  });
  const isSaved = useRef(false);
  const path = { business, user: member.id };
  const done = () => {
    isSaved.current = true;
    onDone();
  };
  const write = useWrite({
    operation: "updateBusinessMember",
    changes: ["settings"],
    onFields: form.setErrors,
    run: ({ role, staff_id }: typeof form.values, { idempotencyKey }) =>
      api.members.update({
        path,
        body: { role, staff_id: staff_id === "" ? null : staff_id },
        idempotencyKey,
      }),
  });
  const remove = useWrite({
    operation: "removeBusinessMember",
    changes: ["settings"],
    run: (_: string) => api.members.remove({ path }),
  });
  const save = async (values: typeof form.values) => {
    if ((await write.send(values)) !== undefined) done();
  };
  const name = nameOf(member);
  return (
    <form onSubmit={form.onSubmit((values) => void save(values))} noValidate>
      <UnsavedGuard isDirty={() => !isSaved.current && form.isDirty()} keeps="user" />
      <Stack>
        <Text size="sm" c="dimmed">
          {member.email}
        </Text>
        <RoleFields
          values={form.values}
          errors={form.errors}
          staff={staff}
          onChange={(values) => form.setValues(values)}
        />
        <ProblemNote error={write.error} onRetry={() => void save(form.values)} />
        <Group justify="space-between">
          <ActionButton
            operation="removeBusinessMember"
            variant="subtle"
            color="red"
            onClick={() => setRemoving(true)}
          >
            {t("remove")}
          </ActionButton>
          <ActionButton operation="updateBusinessMember" type="submit" loading={write.isSending}>
            {shell("save")}
          </ActionButton>
        </Group>
      </Stack>
      <Dialog
        name="removeUser"
        title={t("removeTitle", { name })}
        size="sm"
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
      >
        <Confirmation
          operation="removeBusinessMember"
          text={t("removeHint", { name })}
          action={t("removeDo")}
          isSending={remove.isSending}
          error={remove.error}
          onClose={() => setRemoving(false)}
          onConfirm={() => void remove.send(member.id).then((removed) => removed !== undefined && done())}
        />
      </Dialog>
    </form>
  );
}
