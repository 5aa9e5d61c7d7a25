import { membersTexts } from "@daybook/i18n/members";
import type { Role, StaffMember } from "@daybook/sdk";
import { Radio, Select, Stack } from "@mantine/core";
import { useText } from "../../../base/language.tsx";
import { ROLES } from "./queries.ts";

export interface RoleValues {
  readonly role: Role;
  /** The id of the linked staff member; empty if no staff member is linked. */
  readonly staff_id: string;
}

/** Shows the fields for a user's role and for the staff member linked to the user. */
export function RoleFields({
  values,
  errors,
  staff,
  onChange,
}: {
  readonly values: RoleValues;
  readonly errors: Readonly<Record<string, unknown>>;
  readonly staff: readonly StaffMember[];
  readonly onChange: (values: RoleValues) => void;
}) {
  const t = useText(membersTexts);
  return (
    <>
      <Radio.Group
        label={t("role")}
        value={values.role}
        error={errors.role as string}
        onChange={(role) => onChange({ ...values, role: role as Role })}
      >
        <Stack gap="sm" mt="xs">
          {ROLES.map((role) => (
            <Radio key={role} value={role} label={t(role)} description={t(`${role}Hint`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Select
        label={t("staffMember")}
        description={t("staffMemberHint")}
        data={[
          ...(values.role === "staff" ? [] : [{ value: "", label: t("noStaffMember") }]),
          ...staff.map(({ id, display_name }) => ({ value: id, label: display_name })),
        ]}
        value={values.role === "staff" && values.staff_id === "" ? null : values.staff_id}
        error={errors.staff_id as string}
        onChange={(staff_id) => onChange({ ...values, staff_id: staff_id ?? "" })}
      />
    </>
  );
}
