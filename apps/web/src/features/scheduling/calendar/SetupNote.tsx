import { calendarTexts } from "@daybook/i18n/calendar";
import { useNavigate } from "@tanstack/react-router";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { EmptyNote } from "../../../ui/EmptyNote.tsx";

/** Shown instead of the calendar if the business has no locations or no staff members, with a button that opens the setup. */
export function SetupNote() {
  const t = useText(calendarTexts);
  const { id: business } = useBusiness();
  const navigate = useNavigate();
  return (
    <EmptyNote title={t("setupTitle")} hint={t("setupHint")}>
      <ActionButton
        operation="createLocation"
        onClick={() => void navigate({ to: `/${business}/setup` as never })}
      >
        {t("setupDo")}
      </ActionButton>
    </EmptyNote>
  );
}
