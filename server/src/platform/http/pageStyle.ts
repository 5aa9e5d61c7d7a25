import { TOKENS_CSS } from "@daybook/tokens";

/** The style of the server's own pages: one column for phones and tablets, light or dark by the user's preference. */
export const PAGE_STYLE = `${TOKENS_CSS}* { box-sizing: border-box; }
body { font: 1.0625rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 36rem; padding: 1.5rem 1rem 3rem; overflow-wrap: anywhere; }
header { margin: 0 0 1.5rem; opacity: .8; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 1rem; }
p { margin: 0 0 1rem; }
small { font-size: .9rem; font-weight: normal; opacity: .8; }
.field, fieldset { border: 0; margin: 0 0 1.5rem; min-width: 0; padding: 0; }
.field > label, .label, legend { display: block; font-weight: 600; margin: 0 0 .4rem; padding: 0; white-space: pre-line; }
legend.text { font-weight: normal; }
.field > small { display: block; margin-top: .25rem; }
input, select, textarea { background: Field; border: 1px solid var(--line); border-radius: var(--radius); color: FieldText; font: inherit; min-height: var(--control); padding: .6rem .75rem; width: 100%; }
input[readonly] { background: none; border-style: dashed; color: inherit; }
textarea { min-height: 8rem; resize: vertical; }
[aria-invalid] { border-color: var(--bad); }
.choice { align-items: center; border: 1px solid var(--line); border-radius: var(--radius); display: flex; gap: .75rem; margin-bottom: .4rem; min-height: var(--control); padding: .4rem .75rem; }
.choice input { flex: none; height: 1.4rem; min-height: 0; width: 1.4rem; }
canvas { background: #fff; border: 1px solid var(--line); border-radius: var(--radius); display: block; height: 11rem; touch-action: none; width: 100%; }
button { border: 1px solid var(--line); border-radius: var(--radius); cursor: pointer; font: inherit; min-height: var(--control); padding: .6rem 1.5rem; }
button[type=submit] { background: var(--go); border-color: var(--go); color: #fff; font-weight: 600; width: 100%; }
button[type=button] { background: none; color: inherit; margin-top: .4rem; }
:focus-visible { outline: 3px solid var(--go); outline-offset: 2px; }
.problem { color: var(--bad); margin: .25rem 0 0; }
.alert { background: var(--soft); border-left: 4px solid var(--bad); padding: .5rem 1rem; }
ul { border-top: 1px solid var(--line); list-style: none; margin: 2rem 0 0; padding: 1rem 0 0; }
[hidden] { display: none; }
`;
