export const EMBED_KINDS = ["button", "inline", "popup"] as const;
export type EmbedKind = (typeof EMBED_KINDS)[number];

/** Returns the HTML that embeds the booking page in another site. */
export function embedCode(
  kind: EmbedKind,
  { server, slug, language, label }: Readonly<Record<"server" | "slug" | "language" | "label", string>>,
): string {
  const attributes = [
    `src="${server}/embed.js"`,
    `data-business="${slug}"`,
    `data-open="${kind}"`,
    `data-lang="${language}"`,
    ...(kind === "button" ? [`data-label="${label}"`] : []),
    "async",
  ];
  const script = `<script ${attributes.join(" ")}></script>`;
  return kind === "popup" ? `<button type="button" data-daybook-open>${label}</button>\n${script}` : script;
}
