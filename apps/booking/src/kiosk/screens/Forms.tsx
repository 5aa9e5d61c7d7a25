import { useEffect, useState } from "preact/hooks";
import { api, type CheckIn, codeOf, type LinkedForm } from "../api.ts";
import type { StepProps } from "../Kiosk.tsx";
import { useSpeech } from "../language.ts";
import { Heading } from "../parts/Heading.tsx";
import { useSend } from "../parts/useSend.ts";
import { type Answers, storeForms } from "../stored.ts";
import { FormPages } from "./FormPages.tsx";
import { refusedFields, submissionOf } from "./submission.ts";

/** Shows the pending forms of the appointment one after another, then checks the client in. */
export function Forms({
  token,
  checkIn,
  stored,
  go,
  fail,
}: StepProps & { readonly token: string; readonly checkIn: CheckIn; readonly stored: Answers }) {
  const { t, language } = useSpeech();
  const formsToken = checkIn.forms_token ?? "";
  const [forms, setForms] = useState<readonly LinkedForm[]>();
  const [answers, setAnswers] = useState<Answers>(stored);
  /** The drawn signatures by field id. Kept only in memory, because the images are too large for the session storage. */
  const [drawn, setDrawn] = useState<Readonly<Record<string, string>>>({});
  const [invalid, setInvalid] = useState<ReadonlySet<string>>(new Set());
  const { isSending, send } = useSend(fail);
  useEffect(() => {
    // Reads the forms from the API, because another tablet or the client's phone may have completed a form.
    api
      .get("/public/forms/{token}", { path: { token: formsToken } })
      .then((linked) => setForms(linked.forms), fail);
  }, [formsToken, fail]);
  const finish = async () => {
    const done = await api.post("/kiosk/check-ins", { body: { check_in_token: token } });
    go(done.outcome === "arrived" ? { name: "arrived", checkIn: done } : { name: "desk" });
  };
  const pending = forms?.filter(({ status }) => status === "pending") ?? [];
  const [form] = pending;
  const isDone = forms !== undefined && form === undefined;
  useEffect(() => {
    if (isDone) send(finish);
  }, [isDone]);
  if (forms === undefined || form === undefined)
    return <Heading title={t("formsTitle")} hint={t("loading")} />;

  const answer = (id: string, value: Answers[string] | undefined) => {
    const { [id]: _, ...others } = answers;
    const next = value === undefined ? others : { ...others, [id]: value };
    setAnswers(next);
    setInvalid(new Set([...invalid].filter((each) => each !== id)));
    storeForms({ at: Date.now(), language, token, checkIn, answers: next });
  };
  const submit = () =>
    send(async () => {
      const body = submissionOf(form, answers, drawn);
      try {
        await api.post("/public/forms/{token}", { path: { token: formsToken }, body });
      } catch (error) {
        if (codeOf(error) !== "validation_failed") throw error;
        const refused = refusedFields(error, form, body);
        // An empty set means that the client already completed the form on another device.
        if (refused === undefined) throw error;
        if (refused.size > 0) {
          setInvalid(refused);
          return;
        }
      }
      setForms(forms.map((each) => (each === form ? { ...each, status: "completed" } : each)));
    });
  return (
    <FormPages
      key={form.id}
      form={form}
      nth={forms.length - pending.length + 1}
      of={forms.length}
      answers={answers}
      drawn={drawn}
      invalid={invalid}
      isSending={isSending}
      onAnswer={answer}
      onDrawn={(id, png) => {
        setDrawn({ ...drawn, [id]: png });
        setInvalid(new Set([...invalid].filter((each) => each !== id)));
      }}
      onInvalid={(ids) => setInvalid(new Set(ids))}
      onSubmit={submit}
      onHelp={() => go({ name: "desk" })}
    />
  );
}
