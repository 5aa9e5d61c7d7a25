import { encode } from "uqr";

const QUIET_MODULES = 4;

/** Draws a QR code, dark on white in both colour schemes, because many cameras cannot read inverted codes. */
export function QrCode({
  text,
  label,
  size: edge = 232,
}: {
  readonly text: string;
  readonly label: string;
  readonly size?: number;
}) {
  const { data, size } = encode(text, { border: QUIET_MODULES });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width={edge} height={edge} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
