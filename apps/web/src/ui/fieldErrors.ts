import { errorsTexts } from "@daybook/i18n/errors";
import { ApiError } from "@daybook/sdk";
import { useLanguage, useText } from "../base/language.tsx";

/**
 * Patterns of the API's English messages, each with the key of the translated message. The API's messages have no codes. The groups of a
 * pattern are the parameters of the translated message.
 */
const SENTENCES = [
  [/^(is required|must not be empty)/, "fieldRequired"],
  [/^must have at least 1 entry|at least one/, "fieldRequired"],
  [/^must have at most (?<count>\d+) (characters|entry|entries)/, "fieldTooLong"],
  [/^must have at least (?<count>\d+) characters/, "fieldTooShort"],
  [/^must be at least (?<count>-?\d+)$/, "fieldTooSmall"],
  [/^must be at most (?<count>-?\d+)$/, "fieldTooLarge"],
  [/^must be an e-mail address/, "fieldEmail"],
  [/^must be a URL/, "fieldUrl"],
  [/^must (match|be a|be an|be one of|have at most three decimal places)\b/, "fieldFormat"],
  [
    /^is already used by another (?!user)|must appear only once|^must appear in only one exception/,
    "fieldTaken",
  ],
  [/^must not overlap other hours/, "fieldOverlap"],
  [/^must (be after|not be before)/, "fieldOrder"],
  [/^is already used by another user/, "fieldOtherUser"],
  [/without an owner/, "fieldLastOwner"],
] as const;

/**
 * Returns a function that converts the API's `fields` to form errors by input path: `/items/0/service_id` becomes
 * `items.0.service_id`. Returns undefined for other errors. If a message matches no pattern, English pages show the message itself; in
 * other languages, the error states that the value is not accepted.
 */
export function useFieldErrorsOf(): (error: unknown) => Readonly<Record<string, string>> | undefined {
  const t = useText(errorsTexts);
  const { language } = useLanguage();
  const sentenceOf = (message: string) => {
    for (const [pattern, key] of SENTENCES) {
      const found = pattern.exec(message);
      if (found !== null) return t(key, { count: Number(found.groups?.count ?? 0) } as never);
    }
    return language === "en" ? `This ${message}.` : t("fieldRefused");
  };
  return (error) => {
    if (!(error instanceof ApiError) || !error.is("validation_failed")) return undefined;
    const fields =
      (error.details as { fields?: { path: string; message: string }[] } | undefined)?.fields ?? [];
    return Object.fromEntries(
      fields.map(({ path, message }) => [path.replace(/^\//, "").replaceAll("/", "."), sentenceOf(message)]),
    );
  };
}
