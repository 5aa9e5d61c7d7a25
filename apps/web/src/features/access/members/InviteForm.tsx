import { membersTexts } from "@daybook/i18n/members";
import type { Role, StaffMember } from "@daybook/sdk";
import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { RecordForm } from "../../../ui/RecordForm.tsx";
import { RoleFields } from "./RoleFields.tsx";

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
  return (
    <RecordForm
      form={form}
      keeps="invite"
      operation="createInvitation"
      changes={["settings"]}
      run={({ email, role, staff_id }: typeof form.values, { idempotencyKey }) =>
        api.invitations.create({
          path: { business },
          body: { email: email.trim(), role, staff_id: staff_id === "" ? null : staff_id },
          idempotencyKey,
        })
      }
      onDone={(sent) => sent && onDone(sent.email)}
      action={t("send")}
    >
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
    </RecordForm>
  );
}
