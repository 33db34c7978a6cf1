const LIGHT = `--bg:#f6f6f4;--surface:#fff;--line:#e2e2dd;--line-strong:#8b9098;--text:#1b1d20;--muted:#62676f;
--accent:#0f6b5f;--accent-text:#fff;--danger:#b3261e;--danger-weak:#fbe7e5;--shadow:0 1px 2px rgb(20 22 25 / .06)`
const DARK = `--bg:#101213;--surface:#171a1c;--line:#272b2e;--line-strong:#747c83;--text:#e7e9ea;--muted:#a0a7ad;
--accent:#3fbfab;--accent-text:#06231f;--danger:#ff8b82;--danger-weak:#381514;--shadow:none`

/** The look of the pages, light or dark as the reader's system is. */
export const STYLE = `:root{color-scheme:light;${LIGHT};--radius:6px;font:14px/22px system-ui,-apple-system,'Segoe UI',sans-serif}
@media (prefers-color-scheme:dark){:root{color-scheme:dark;${DARK}}}
*{box-sizing:border-box;margin:0}
body {
  background: var(--bg);
  color: var(--text);
  min-height: 100vh;
  display: grid;
  place-items: center;
  padding: 16px;
}
main {
  width: 100%;
  max-width: 400px;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 8px;
  padding: 24px;
  box-shadow: var(--shadow);
}
.brand {
  display: flex;
  align-items: center;
  gap: 10px;
  color: var(--muted);
  font-weight: 600;
  margin-bottom: 16px;
  overflow-wrap: anywhere;
}
.brand img{width:32px;height:32px;border-radius:var(--radius)}
h1 {
  font-size: 18px;
  line-height: 28px;
  font-weight: 620;
  letter-spacing: -.01em;
  margin-bottom: 8px;
}
p{margin-bottom:12px;overflow-wrap:anywhere}
form{margin-top:12px}
label{display:block;font-weight:560;margin-top:12px}
.hint{display:block;color:var(--muted);font-size:13px;line-height:20px}
input {
  width: 100%;
  height: 38px;
  padding: 0 10px;
  margin-top: 4px;
  font: inherit;
  color: inherit;
  background: var(--bg);
  border: 1px solid var(--line-strong);
  border-radius: var(--radius);
}
input[readonly]{color:var(--muted)}
input[aria-invalid]{border-color:var(--danger)}
button,.button {
  display: block;
  width: 100%;
  min-height: 38px;
  padding: 7px 12px;
  margin-top: 16px;
  font: inherit;
  font-weight: 560;
  text-align: center;
  text-decoration: none;
  color: var(--accent-text);
  background: var(--accent);
  border: 0;
  border-radius: var(--radius);
  cursor: pointer;
}
a{color:var(--accent)}
pre {
  font: 13px/20px ui-monospace,monospace;
  background: var(--bg);
  border: 1px solid var(--line);
  border-radius: var(--radius);
  padding: 10px 12px;
  overflow-x: auto;
  margin-bottom: 12px;
}
.problem {
  background: var(--danger-weak);
  color: var(--danger);
  border-radius: var(--radius);
  padding: 8px 12px;
  margin-bottom: 12px;
}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
`
