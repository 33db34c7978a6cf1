import { escapeHtml } from '../../messages/escape-html.ts'

/** HTML that is safe to send: made only by the `html` tag. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | undefined | readonly Html[]

/** HTML from tagged text: every value becomes text, or an attribute's text; only other HTML stays what it is. */
export function html(text: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(text.reduce((all, part, index) => `${all}${textOf(values[index - 1])}${part}`))
}

function textOf(value: Part): string {
  if (value === undefined) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(({ text }) => text).join('')
  return escapeHtml(String(value))
}
