import { auditTexts } from "@daybook/i18n/audit";
import { useText } from "../../../base/language.tsx";

/** Returns a function that returns the display name of a stored field, such as `phone_e164`, in the user's language. */
export function useFieldName(): (field: string) => string {
  const t = useText(auditTexts);
  return (field) => {
    const key = `field_${field}` as "field_name";
    const name = t(key);
    return name === key ? field.replaceAll("_", " ") : name;
  };
}
