import { membersTexts } from "@daybook/i18n/members";
import type { StaffMember } from "@daybook/sdk";
import { Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { RecordForm } from "../../../ui/RecordForm.tsx";
import { type Member, nameOf } from "./queries.ts";
import { RoleFields } from "./RoleFields.tsx";

/** Changes the role and the linked staff member of a user, or removes the user from the business. */
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
  const { id: business } = useBusiness();
  const form = useForm({
    initialValues: { role: member.role, staff_id: member.staff_id ?? "" },
    validate: {
      staff_id: (id, { role }) => (role === "staff" && id === "" ? t("chooseStaffMember") : null),
    },
  });
  const path = { business, user: member.id };
  const name = nameOf(member);
  return (
    <RecordForm
      form={form}
      keeps="user"
      operation="updateBusinessMember"
      changes={["settings"]}
      run={({ role, staff_id }: typeof form.values, { idempotencyKey }) =>
        api.members.update({
          path,
          body: { role, staff_id: staff_id === "" ? null : staff_id },
          idempotencyKey,
        })
      }
      onDone={onDone}
      removal={{
        operation: "removeBusinessMember",
        title: t("removeTitle", { name }),
        text: t("removeHint", { name }),
        action: t("removeDo"),
        label: t("remove"),
        run: () => api.members.remove({ path }),
      }}
    >
      <Text size="sm" c="dimmed">
        {member.email}
      </Text>
      <RoleFields
        values={form.values}
        errors={form.errors}
        staff={staff}
        onChange={(values) => form.setValues(values)}
      />
    </RecordForm>
  );
}
