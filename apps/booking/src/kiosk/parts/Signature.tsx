import { useEffect, useRef, useState } from "preact/hooks";
import { useSpeech } from "../language.ts";

/** The maximum width of the signature image in pixels. A PNG of this width is far smaller than the limit of 200 kB. */
const MAX_WIDTH = 1_200;

/** Lets the client draw a signature with a finger, or type the name as a signature. */
export function Signature({
  png,
  typed,
  onDrawn,
  onTyped,
}: {
  readonly png: string | undefined;
  readonly typed: string;
  readonly onDrawn: (png: string) => void;
  readonly onTyped: (name: string) => void;
}) {
  const { t } = useSpeech();
  const [isTyping, setTyping] = useState(typed !== "");
  return (
    <div class="signature">
      {isTyping ? (
        <label class="field">
          <span>{t("typedSignature")}</span>
          <input
            class="signed"
            type="text"
            autocomplete="off"
            maxLength={120}
            value={typed}
            onInput={(event) => onTyped(event.currentTarget.value)}
          />
        </label>
      ) : (
        <Pad png={png} onDrawn={onDrawn} />
      )}
      <div class="row">
        <button
          type="button"
          class="quiet"
          onClick={() => {
            onDrawn("");
            onTyped("");
            setTyping(!isTyping);
          }}
        >
          {t(isTyping ? "drawInstead" : "typeInstead")}
        </button>
        {!isTyping && (
          <button type="button" class="quiet" onClick={() => onDrawn("")}>
            {t("clear")}
          </button>
        )}
      </div>
    </div>
  );
}

function Pad({
  png,
  onDrawn,
}: {
  readonly png: string | undefined;
  readonly onDrawn: (png: string) => void;
}) {
  const { t } = useSpeech();
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawing = useRef(false);
  const isEmpty = png === undefined || png === "";
  useEffect(() => {
    const pad = canvas.current;
    if (pad === null) return;
    const scale = Math.min(2, MAX_WIDTH / pad.clientWidth);
    pad.width = Math.round(pad.clientWidth * scale);
    pad.height = Math.round(pad.clientHeight * scale);
    const pen = penOf(pad);
    pen.lineWidth = 2.4 * scale;
    pen.lineCap = "round";
    pen.lineJoin = "round";
  }, []);
  useEffect(() => {
    const pad = canvas.current;
    if (pad !== null && isEmpty) penOf(pad).clearRect(0, 0, pad.width, pad.height);
  }, [isEmpty]);
  /** Returns the position of a pointer event in image pixels. Rotating the tablet resizes the canvas, but not the image. */
  const at = ({ offsetX, offsetY }: PointerEvent): [number, number] => {
    const pad = canvas.current as HTMLCanvasElement;
    return [(offsetX * pad.width) / pad.clientWidth, (offsetY * pad.height) / pad.clientHeight];
  };
  const finish = () => {
    if (!drawing.current) return;
    drawing.current = false;
    onDrawn(canvas.current?.toDataURL("image/png") ?? "");
  };
  return (
    <>
      <canvas
        ref={canvas}
        role="img"
        aria-label={t("signatureOf")}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drawing.current = true;
          const pen = penOf(event.currentTarget);
          pen.beginPath();
          pen.moveTo(...at(event));
        }}
        onPointerMove={(event) => {
          if (!drawing.current) return;
          const pen = penOf(event.currentTarget);
          pen.lineTo(...at(event));
          pen.stroke();
        }}
        onPointerUp={finish}
        onPointerCancel={finish}
      />
      <p class="soft">{t("signHere")}</p>
    </>
  );
}

function penOf(pad: HTMLCanvasElement): CanvasRenderingContext2D {
  return pad.getContext("2d") as CanvasRenderingContext2D;
}
