import type { FormField } from "../api.ts";
import { useSpeech } from "../language.ts";
import { Problem } from "../parts/Problem.tsx";
import { Signature } from "../parts/Signature.tsx";
import type { Answers } from "../stored.ts";

const MAX_LENGTH = { text: 500, long_text: 10_000 } as const;

type Value = Answers[string] | undefined;

export function Question({
  field,
  value,
  png,
  problem,
  onChange,
  onDrawn,
}: {
  readonly field: FormField;
  readonly value: Value;
  readonly png: string | undefined;
  readonly problem: string | undefined;
  readonly onChange: (value: Value) => void;
  readonly onDrawn: (png: string) => void;
}) {
  const { t } = useSpeech();
  const { id, type, label, options, required } = field;
  const problemId = `${id}-problem`;
  const described = problem === undefined ? {} : { "aria-invalid": true, "aria-describedby": problemId };
  const text = typeof value === "string" ? value : "";
  const title = (
    <>
      {label} {!required && <small>({t("optional")})</small>}
    </>
  );
  const note = <Problem id={problemId} text={problem} />;
  const typed = {
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onChange(currentTarget.value),
  };
  if (type === "text" || type === "long_text" || type === "date")
    return (
      <div class="question">
        {/* biome-ignore lint/a11y/noLabelWithoutControl: one of the three inputs is inside. */}
        <label class="field">
          <span>{title}</span>
          {type === "long_text" && (
            <textarea rows={4} maxLength={MAX_LENGTH.long_text} value={text} {...described} {...typed} />
          )}
          {type === "text" && (
            <input
              type="text"
              autocomplete="off"
              maxLength={MAX_LENGTH.text}
              value={text}
              {...described}
              {...typed}
            />
          )}
          {type === "date" && (
            <input type="date" min="1900-01-01" max="2200-12-31" value={text} {...described} {...typed} />
          )}
        </label>
        {note}
      </div>
    );
  return (
    <fieldset class="question" aria-describedby={problem === undefined ? undefined : problemId}>
      <legend class={type === "consent" ? "consent" : ""}>{title}</legend>
      {type === "signature" && (
        <Signature png={png} typed={text} onDrawn={onDrawn} onTyped={(name) => onChange(name)} />
      )}
      {type === "consent" && (
        <Choice
          kind="checkbox"
          name={id}
          isChosen={value === true}
          label={t("agree")}
          onChoose={(is) => onChange(is)}
        />
      )}
      {type === "yes_no" &&
        ([true, false] as const).map((answer) => (
          <Choice
            key={String(answer)}
            kind="radio"
            name={id}
            isChosen={value === answer}
            label={t(answer ? "yes" : "no")}
            onChoose={() => onChange(answer)}
          />
        ))}
      {type === "choice" &&
        options.map((option) => (
          <Choice
            key={option}
            kind="radio"
            name={id}
            isChosen={value === option}
            label={option}
            onChoose={() => onChange(option)}
          />
        ))}
      {type === "multi" &&
        options.map((option) => {
          const chosen = Array.isArray(value) ? (value as readonly string[]) : [];
          return (
            <Choice
              key={option}
              kind="checkbox"
              name={id}
              isChosen={chosen.includes(option)}
              label={option}
              onChoose={(is) =>
                onChange(is ? [...chosen, option] : chosen.filter((other) => other !== option))
              }
            />
          );
        })}
      {note}
    </fieldset>
  );
}

function Choice({
  kind,
  name,
  isChosen,
  label,
  onChoose,
}: {
  readonly kind: "radio" | "checkbox";
  readonly name: string;
  readonly isChosen: boolean;
  readonly label: string;
  readonly onChoose: (isChosen: boolean) => void;
}) {
  return (
    <label class="option">
      <input
        type={kind}
        name={name}
        checked={isChosen}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
