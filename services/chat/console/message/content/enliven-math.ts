/** Formulas are drawn by a style sheet and fonts that are loaded when the first one is shown. */
export function enlivenMath(root: ParentNode): void {
  if (root.querySelector('.katex') === null) return
  style.added ??= import('./math-style.ts').then(({ addMathStyle }) => addMathStyle())
}

const style: { added?: Promise<void> } = {}
