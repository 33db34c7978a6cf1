import type { Expression } from './expression.ts'
import type { FormatterCall } from './formatter-call.ts'
import { isTruthy } from './values.ts'

/** The formatters that say something about the element around their tag, by the element. */
const ELEMENTS = { dropRow: 'w:tr', dropParagraph: 'w:p', merge: 'w:tc' } as const

export type LayoutFormatter = keyof typeof ELEMENTS

export const LAYOUT_FORMATTERS: readonly LayoutFormatter[] = ['dropRow', 'dropParagraph', 'merge']

/** The element that a layout formatter is about. */
export function elementOf(formatter: LayoutFormatter): string {
  return ELEMENTS[formatter]
}

/** When a section restarts lists; undefined when it does not. */
export function restartOf(expression: Expression): 'section' | 'each' | undefined {
  if (expression.kind !== 'filter') return undefined
  if (expression.name !== 'restart') return restartOf(expression.input)
  return expression.args.length === 0 ? 'section' : 'each'
}

/** Whether a formatter stands on the way from a tag's value to its text. */
export function appliesFormatter(expression: Expression, name: string): boolean {
  switch (expression.kind) {
    case 'filter':
      return expression.name === name || appliesFormatter(expression.input, name)
    case 'named':
      return appliesFormatter(expression.otherwise, name)
    case 'hyphened':
      return expression.readings.some((reading) => appliesFormatter(reading, name))
    default:
      return false
  }
}

/** The row goes when the value is one for which a section would not be shown. */
export function dropRow({ input, scope }: FormatterCall): unknown {
  scope.layout.dropsRow ||= !isTruthy(input)
  return input
}

export function dropParagraph({ input, scope }: FormatterCall): unknown {
  scope.layout.dropsParagraph ||= !isTruthy(input)
  return input
}

/** A cell that goes on with the one above it shows nothing of its own. */
export function merged({ input, scope }: FormatterCall): unknown {
  return scope.layout.isMerged ? '' : input
}
