import type { TemplateProblem } from '../tags/template-problem.ts'

export type RenderProblem =
  | { readonly kind: 'broken-template'; readonly problems: readonly TemplateProblem[] }
  | { readonly kind: 'missing-values'; readonly paths: readonly string[] }
  | { readonly kind: 'over-budget'; readonly problems: readonly TemplateProblem[] }
  | { readonly kind: 'bad-value'; readonly problems: readonly TemplateProblem[] }
