import { useSpeech } from "../language.ts";

const ROWS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;
const PLUS = "+";

/** Renders digit keys in the page, because the tablet's on-screen keyboard would cover the page. A physical keyboard also works. */
export function Keypad({
  value,
  max,
  hasPlus = false,
  onChange,
}: {
  readonly value: string;
  readonly max: number;
  readonly hasPlus?: boolean;
  readonly onChange: (value: string) => void;
}) {
  const { t } = useSpeech();
  const add = (key: string) => onChange((value + key).slice(0, max));
  const key = (digit: string) => (
    <button type="button" key={digit} onClick={() => add(digit)}>
      {digit}
    </button>
  );
  return (
    <div class="keypad">
      {ROWS.map(key)}
      {hasPlus ? key(PLUS) : <span />}
      {key("0")}
      <button type="button" aria-label={t("eraseDigit")} onClick={() => onChange(value.slice(0, -1))}>
        <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
          <path d="M9 5h11v14H9l-6-7zM12 9.500l5 5M17 9.500l-5 5" />
        </svg>
      </button>
    </div>
  );
}
