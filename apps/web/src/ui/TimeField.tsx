import { minutesOfTime } from "../base/instants.ts";
import { useFormats } from "../base/language.tsx";
import { readTime } from "../base/typedTimes.ts";
import { TypedInput, type TypedInputProps } from "./TypedInput.tsx";

/** Renders a field for a time of day (`HH:MM`), shown with the 12- or 24-hour clock of the user's locale. */
export function TimeField(props: TypedInputProps) {
  const formats = useFormats();
  return <TypedInput {...props} read={readTime} write={(value) => formats.time(minutesOfTime(value) ?? 0)} />;
}
