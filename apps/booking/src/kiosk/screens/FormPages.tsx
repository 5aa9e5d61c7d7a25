import { useEffect, useRef, useState } from "preact/hooks";
import type { FormField, LinkedForm } from "../api.ts";
import { useSpeech } from "../language.ts";
import { Heading } from "../parts/Heading.tsx";
import { Problem } from "../parts/Problem.tsx";
import type { Answers } from "../stored.ts";
import { Question } from "./Question.tsx";
import { isUnanswered, SIGNER } from "./submission.ts";

/** The media query for screens that show all questions of a form on one page. Smaller screens show one question per page. */
const WIDE = "(min-width: 700px) and (min-height: 700px)";

/** Shows the questions of a form. On small screens, shows one question per page. The last question asks for the signer's name. */
export function FormPages({
  form,
  nth,
  of,
  answers,
  drawn,
  invalid,
  isSending,
  onAnswer,
  onDrawn,
  onInvalid,
  onSubmit,
  onHelp,
}: {
  readonly form: LinkedForm;
  readonly nth: number;
  readonly of: number;
  readonly answers: Answers;
  readonly drawn: Readonly<Record<string, string>>;
  readonly invalid: ReadonlySet<string>;
  readonly isSending: boolean;
  readonly onAnswer: (id: string, value: Answers[string] | undefined) => void;
  readonly onDrawn: (id: string, png: string) => void;
  readonly onInvalid: (ids: readonly string[]) => void;
  readonly onSubmit: () => void;
  readonly onHelp: () => void;
}) {
  const { t } = useSpeech();
  const isWide = useMedia(WIDE);
  const [index, setIndex] = useState(0);
  const count = form.fields.length + 1;
  const refusedAt = form.fields.findIndex(({ id }) => invalid.has(id));
  useEffect(() => {
    if (refusedAt >= 0) setIndex(refusedAt);
    else if (invalid.has(SIGNER)) setIndex(count - 1);
  }, [refusedAt, invalid, count]);
  const page = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    const question = refusals === 0 ? undefined : page.current?.querySelector(".question:has(.problem)");
    question?.querySelector<HTMLElement>("input, textarea")?.focus({ preventScroll: true });
    question?.scrollIntoView({ block: "center" });
  }, [refusals]);
  const isLast = isWide || index === count - 1;
  const shown = isWide ? form.fields : form.fields.slice(index, index + 1);
  const asksName = isWide || index === count - 1;
  const next = () => {
    const missing = shown.filter((field) => isUnanswered(field, answers, drawn)).map(({ id }) => id);
    if (asksName && String(answers[SIGNER] ?? "").trim() === "") missing.push(SIGNER);
    onInvalid(missing);
    if (missing.length > 0) {
      setRefusals(refusals + 1);
      return;
    }
    if (isLast) onSubmit();
    else setIndex(index + 1);
  };
  const problemOf = (field: FormField | undefined, id: string) => {
    if (!invalid.has(id)) return undefined;
    const isMissing =
      field === undefined ? String(answers[id] ?? "").trim() === "" : isUnanswered(field, answers, drawn);
    return t(isMissing ? "answerMissing" : "answerInvalid");
  };
  return (
    <form
      ref={page}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        next();
      }}
    >
      <Heading title={form.name} hint={of > 1 ? t("formOf", { nth, of }) : undefined} />
      {!isWide && (
        <progress max={count} value={index + 1} aria-label={t("questionOf", { nth: index + 1, of: count })} />
      )}
      {shown.map((field) => (
        <Question
          key={field.id}
          field={field}
          value={answers[field.id]}
          png={drawn[field.id]}
          problem={problemOf(field, field.id)}
          onChange={(value) => onAnswer(field.id, value)}
          onDrawn={(png) => onDrawn(field.id, png)}
        />
      ))}
      {asksName && (
        <div class="question">
          <label class="field">
            <span>{t("signerName")}</span>
            <input
              type="text"
              autocomplete="off"
              maxLength={120}
              value={String(answers[SIGNER] ?? "")}
              aria-invalid={invalid.has(SIGNER)}
              aria-describedby={invalid.has(SIGNER) ? "signer-problem" : undefined}
              onInput={(event) => onAnswer(SIGNER, event.currentTarget.value)}
            />
          </label>
          <Problem id="signer-problem" text={problemOf(undefined, SIGNER)} />
        </div>
      )}
      <div class="row">
        {!isWide && index > 0 ? (
          <button type="button" onClick={() => setIndex(index - 1)}>
            {t("back")}
          </button>
        ) : (
          <button type="button" onClick={onHelp}>
            {t("helpWithForm")}
          </button>
        )}
        <button type="submit" class="main" disabled={isSending}>
          {t(isLast ? "send" : "next")}
        </button>
      </div>
    </form>
  );
}

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const change = () => setMatches(list.matches);
    list.addEventListener("change", change);
    return () => list.removeEventListener("change", change);
  }, [query]);
  return matches;
}
