/** Renders the heading of a step, which receives the focus when the step is shown, and an optional hint. */
export function Heading({ title, hint }: { readonly title: string; readonly hint?: string | undefined }) {
  return (
    <div class="heading">
      <h1 tabIndex={-1}>{title}</h1>
      {hint !== undefined && <p>{hint}</p>}
    </div>
  );
}
