/** How the reference page looks: one column that fits a phone, in the reader's own fonts, light or dark as they like it. */
export const REFERENCE_STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; }
* { box-sizing: border-box; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; overflow-wrap: anywhere; }
code, pre { font: .9em/1.4 ui-monospace, monospace; }
pre { background: var(--soft); max-height: 24rem; overflow: auto; padding: .75rem; overflow-wrap: normal; }
nav a { display: inline-block; padding: .25rem .5rem .25rem 0; }
h1 small, dd small, dt span { font-weight: normal; opacity: .75; }
h2 { border-bottom: 1px solid var(--line); margin-top: 2.5rem; }
h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
details { border-bottom: 1px solid var(--line); padding: .5rem 0; }
details[open] { padding-bottom: 1.5rem; }
summary { cursor: pointer; padding: .25rem 0; }
summary span { display: block; opacity: .75; padding-left: 1rem; }
summary b { display: inline-block; min-width: 4.5rem; }
dl { margin: .5rem 0; }
dt { margin-top: .5rem; }
dt b { font-size: .8em; }
dd { margin: 0 0 0 1rem; }
article:target, details:target { background: var(--soft); }
.get { color: #2a7ab8; } .post { color: #2d8a4e; } .put, .patch { color: #a86e00; } .delete { color: #c0392b; }
`;
