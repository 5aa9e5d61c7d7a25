import { useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { Chart } from "./chart.ts";
import { optionsOf } from "./plotOptions.ts";
import classes from "./Reports.module.css";
import { useShownScheme } from "./useShownScheme.ts";

const MIN_HEIGHT = 220;

/** The label under the pointer, and its distance from the left edge of the chart in pixels. */
interface Pointed {
  readonly index: number;
  readonly left: number;
}

/**
 * Draws a chart with uPlot in the colours of the design tokens and at the size of its parent. Shows the values under the
 * pointer.
 */
export default function Plot({ chart }: { readonly chart: Chart }) {
  const parent = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<Pointed>();
  const scheme = useShownScheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read from the page and change with the scheme.
  useEffect(() => {
    const element = parent.current;
    if (element === null) return;
    const point = (plot: uPlot) => {
      const { idx: index, left } = plot.cursor;
      const isInside = index !== null && index !== undefined && left !== undefined && left >= 0;
      setPointed(isInside ? { index, left: plot.over.offsetLeft + plot.valToPos(index, "x") } : undefined);
    };
    const options = optionsOf(chart, getComputedStyle(element), element.clientWidth);
    const data = [chart.labels.map((_, index) => index), ...chart.series.map(({ values }) => [...values])];
    const size = () => ({
      width: element.clientWidth,
      height: Math.max(MIN_HEIGHT, element.clientHeight),
    });
    const plot = new uPlot(
      { ...options, ...size(), hooks: { setCursor: [point] } },
      data as uPlot.AlignedData,
      element,
    );
    const observer = new ResizeObserver(() => plot.setSize(size()));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
      setPointed(undefined);
    };
  }, [chart, scheme]);
  return (
    <div ref={parent} className={classes.canvas}>
      {pointed !== undefined && (
        <div
          className={classes.pointed}
          data-side={pointed.index * 2 > chart.labels.length ? "left" : "right"}
          style={{ left: pointed.left }}
        >
          <strong>{chart.labels[pointed.index]}</strong>
          {chart.series.toReversed().map(({ label, values }) => (
            <span key={label} className="numbers">
              {label}: {format(chart, values[pointed.index])}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

const format = (chart: Chart, value: number | null | undefined) =>
  value === null || value === undefined ? "–" : chart.format(value);
