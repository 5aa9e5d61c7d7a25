import uPlot from "uplot";
import type { Chart, ChartSeries } from "./chart.ts";

/** The maximum number of bars. A chart with more labels has lines, because the bars would be narrower than the gaps between them. */
const MAX_BARS = 92;
const LABEL_CHARACTER_PX = 7;
const SPACE_OF_AXES_PX = 70;
/** The minimum number of characters of a shortened name. Shorter names would not be recognisable. */
const MIN_CHARACTERS = 9;
const FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

/** Returns uPlot's options for a chart: no legend or selection, and the colours of the page's custom properties. */
export function optionsOf(
  { labels, areDates, series, formatTick }: Chart,
  style: CSSStyleDeclaration,
  width: number,
): Omit<uPlot.Options, "width" | "height"> {
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const values = series.flatMap((each) => each.values.map((value) => value ?? 0));
  const [least, most] = [Math.min(0, ...values), Math.max(1, ...values)];
  const slot = (width - SPACE_OF_AXES_PX) / labels.length;
  // Every bar must have a label, so names that do not fit are shortened. If the space is too narrow for `MIN_CHARACTERS`, the
  // chart rotates all labels instead.
  const fitting = Math.floor(slot / LABEL_CHARACTER_PX) - 1;
  const names =
    areDates || fitting < MIN_CHARACTERS ? labels : labels.map((name) => shortened(name, fitting));
  const longest = Math.max(...names.map(({ length }) => length)) * LABEL_CHARACTER_PX;
  const isTurned = !areDates && longest > slot;
  // A date label may be wider than its bar, so the last label needs space to the right of the last bar.
  const afterLast = areDates ? Math.max(0, (longest - slot) / 2) : 0;
  const axis = {
    stroke: colour("--db-ink-soft"),
    font: FONT,
    ticks: { show: false },
  };
  return {
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    padding: [12, isTurned ? Math.min(84, longest * 0.6) : Math.max(8, afterLast), 0, 0],
    scales: {
      x: { time: false, range: [-0.5, labels.length - 0.5] },
      y: { range: [least * 1.08, most * 1.08] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        rotate: isTurned ? -40 : 0,
        size: isTurned ? Math.min(110, 28 + longest * 0.6) : 30,
        splits: () => everyNth(labels.length, areDates ? Math.ceil((longest + 16) / slot) : 1),
        values: (_, splits) => splits.map((index) => names[index] ?? ""),
      },
      {
        ...axis,
        size: SPACE_OF_AXES_PX - 8,
        space: 44,
        values: (_, splits) => splits.map((value) => formatTick(value)),
        grid: { stroke: colour("--db-line"), width: 1 },
      },
    ],
    series: [{}, ...series.map((each) => lookOf(each, labels.length <= MAX_BARS, colour))],
  };
}

function lookOf(
  { label, look }: ChartSeries,
  isBars: boolean,
  colour: (name: string) => string,
): uPlot.Series {
  const isFill = look === "fill";
  const shape = { label, points: { show: false } };
  if (!isBars) {
    const stroke = colour(isFill ? "--db-accent-fill" : "--db-ink-soft");
    return { ...shape, stroke, width: isFill ? 2 : 1, ...(isFill ? {} : { dash: [4, 4] }) };
  }
  const paths = uPlot.paths.bars?.({ size: isFill ? [0.56, 34] : [0.8, 48], radius: 0.08 });
  const bars = { ...shape, ...(paths === undefined ? {} : { paths }) };
  return isFill
    ? { ...bars, fill: colour("--db-accent-fill"), width: 0 }
    : { ...bars, stroke: colour("--db-line-strong"), fill: colour("--db-sunken"), width: 1 };
}

function everyNth(length: number, step: number): number[] {
  return Array.from({ length: Math.ceil(length / step) }, (_, index) => index * step);
}

function shortened(name: string, length: number): string {
  return name.length <= length ? name : `${name.slice(0, length - 1).trimEnd()}…`;
}
