import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { codeOf } from "../api.ts";
import { useSpeech } from "../language.ts";
import { Keypad } from "../parts/Keypad.tsx";
import { Problem } from "../parts/Problem.tsx";
import { useSend } from "../parts/useSend.ts";

const PIN_LENGTH = 6;

/** Asks for the PIN and passes it to `submit`. Shows an error if the PIN is wrong or if there were too many wrong attempts. */
export function PinForm({
  action,
  submit,
  fail,
  children,
}: {
  readonly action: string;
  readonly submit: (pin: string) => Promise<void>;
  readonly fail: (error: unknown) => void;
  readonly children: ComponentChildren;
}) {
  const { t } = useSpeech();
  const [pin, setPin] = useState("");
  const [problem, setProblem] = useState<"pinWrong" | "pinWait">();
  const { isSending, send } = useSend((error) => {
    const code = codeOf(error);
    setPin("");
    if (code === "code_invalid") setProblem("pinWrong");
    else if (code === "rate_limited") setProblem("pinWait");
    else fail(error);
  });
  const change = (text: string) => {
    setPin(text.replaceAll(/\D/g, ""));
    setProblem(undefined);
  };
  return (
    <form
      class="split"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (pin.length === PIN_LENGTH) send(() => submit(pin));
        else setProblem("pinWrong");
      }}
    >
      <div class="prompt">
        {children}
        <label class="field">
          <span>{t("pin")}</span>
          <input
            class="digits"
            type="password"
            inputMode="none"
            autocomplete="off"
            maxLength={PIN_LENGTH}
            value={pin}
            aria-invalid={problem !== undefined}
            aria-describedby={problem === undefined ? undefined : "pin-problem"}
            onInput={(event) => change(event.currentTarget.value)}
          />
        </label>
        <Problem id="pin-problem" text={problem === undefined ? undefined : t(problem)} />
      </div>
      <Keypad value={pin} max={PIN_LENGTH} onChange={change} />
      <button type="submit" class="main go" disabled={isSending}>
        {action}
      </button>
    </form>
  );
}
