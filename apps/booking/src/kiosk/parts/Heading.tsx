/** Renders the heading of a step and an optional hint. The heading receives the focus when the step is shown. */
export function Heading({ title, hint }: { readonly title: string; readonly hint?: string | undefined }) {
  return (
    <div class="heading">
      <h1 tabIndex={-1}>{title}</h1>
      {hint !== undefined && <p>{hint}</p>}
    </div>
  );
}
