/** How a page with a form looks: one narrow column for a phone in one hand, light or dark as its reader likes it. */
export const FORM_STYLE = `
:root { color-scheme: light dark; --line: #8889; --bad: #b3261e; --go: #1f5fa8; }
@media (prefers-color-scheme: dark) { :root { --bad: #ff9d94; --go: #2a6fbe; } }
* { box-sizing: border-box; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 28rem; padding: 2rem 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem; }
p { margin: 0 0 1rem; }
label { display: block; font-weight: 600; margin-bottom: .25rem; }
input { border: 1px solid var(--line); border-radius: .375rem; font: inherit; padding: .625rem .75rem; width: 100%; }
input[readonly] { background: none; border-style: dashed; }
input[aria-invalid] { border-color: var(--bad); }
small { display: block; opacity: .8; }
.problem { color: var(--bad); display: block; margin-top: .25rem; }
button { background: var(--go); border: 0; border-radius: .375rem; color: #fff; cursor: pointer; font: inherit; font-weight: 600; padding: .75rem 1rem; width: 100%; }
:focus-visible { outline: 3px solid var(--go); outline-offset: 2px; }
`;
