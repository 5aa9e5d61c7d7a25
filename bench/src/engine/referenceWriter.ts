import { dateOf, localText, type Zone } from "@daybook/engine";

const MINUTE = 60_000;
const DAY = 86_400_000;

/**
 * Returns the reference for writing slots: a function that looks up days and minutes in prepared tables. For one staff
 * member and one service without resources, it writes the same bytes as the engine.
 */
export function referenceWriter(
  zone: Zone,
  fromAt: number,
  untilAt: number,
  slot: { readonly minutes: number; readonly idsJson: string; readonly detailsJson: string },
): (starts: Float64Array) => string {
  const clock = Array.from({ length: 1440 }, (_, minute) => {
    const two = (number: number) => String(number).padStart(2, "0");
    return `${two(Math.floor(minute / 60))}:${two(minute % 60)}:00`;
  });
  const days = new Map<number, { text: string; offset: number; zone: string }>();
  for (let at = fromAt; at < untilAt; at += DAY / 24) {
    const text = localText(zone, at);
    const offset = Date.parse(`${text.slice(0, 19)}Z`) - at;
    const day = Math.floor(at / DAY);
    // No clock change falls within opening hours, so the offset at noon is valid for all opening hours of the day.
    if (at % DAY === DAY / 2) days.set(day, { text: `${dateOf(day)}T`, offset, zone: text.slice(19) });
  }
  const length = slot.minutes * MINUTE;
  const before = `","items":[{${slot.idsJson},"resource_ids":[],"starts_at":"`;
  const after = `",${slot.detailsJson}}]}`;
  return (starts) => {
    let text = "[";
    for (let i = 0; i < starts.length; i++) {
      const at = starts[i] as number;
      const day = days.get(Math.floor(at / DAY)) as { text: string; offset: number; zone: string };
      const minute = ((at + day.offset) % DAY) / MINUTE;
      const start = day.text + clock[minute] + day.zone;
      const end = day.text + clock[minute + length / MINUTE] + day.zone;
      text += `${i === 0 ? "" : ","}{"starts_at":"${start}","ends_at":"${end}${before}${start}","ends_at":"${end}${after}`;
    }
    return `${text}]`;
  };
}
