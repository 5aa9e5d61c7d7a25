/**
 * Merges metrics pages in Prometheus' text format. Each metric keeps one `HELP` and one `TYPE` line, followed by the samples of all pages.
 * The samples of different pages must differ in a label, such as the process.
 */
export function mergePages(pages: readonly string[]): string {
  const metrics = new Map<string, { readonly head: readonly string[]; readonly samples: string[] }>();
  for (const block of pages.flatMap((page) => page.split(/^(?=# HELP )/m))) {
    const lines = block.split("\n").filter((line) => line !== "");
    const name = /^# HELP (\S+)/.exec(block)?.[1];
    if (name === undefined) continue;
    const samples = lines.filter((line) => !line.startsWith("#"));
    const known = metrics.get(name);
    if (known === undefined)
      metrics.set(name, { head: lines.filter((line) => line.startsWith("#")), samples });
    else known.samples.push(...samples);
  }
  return [...metrics.values()].map(({ head, samples }) => `${[...head, ...samples].join("\n")}\n`).join("\n");
}
