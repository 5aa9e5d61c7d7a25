import { errorsTexts } from "@daybook/i18n/errors";
import { ApiError } from "@daybook/sdk";
import { useText } from "../base/language.tsx";

/**
 * Converts the API's `fields` to errors of a form, by input path: `/items/0/service_id` becomes `items.0.service_id`.
 * Undefined for every other error.
 */
export function useFieldErrorsOf(): (error: unknown) => Readonly<Record<string, string>> | undefined {
  const t = useText(errorsTexts);
  return (error) => {
    if (!(error instanceof ApiError) || !error.is("validation_failed")) return undefined;
    const fields =
      (error.details as { fields?: { path: string; message: string }[] } | undefined)?.fields ?? [];
    const entries = fields.map(({ path, message }) => {
      const key = /required|must not be empty|at least 1 char|fewer than 1/i.test(message)
        ? t("fieldRequired")
        : /at most \d+ char|more than \d+ char|longer/i.test(message)
          ? t("fieldTooLong")
          : /pattern|format|must match|not a valid/i.test(message)
            ? t("fieldFormat")
            : message;
      return [path.replace(/^\//, "").replaceAll("/", "."), key] as const;
    });
    return Object.fromEntries(entries);
  };
}
