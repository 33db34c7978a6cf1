import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { parseCode } from '../codes/code-style.ts'
import { parseExpression } from '../expression/expression-parse.ts'
import type { Expression } from '../expression/expression.ts'
import type { Told } from '../messages/say.ts'
import { foreignProblem } from './foreign-tags.ts'
import type { TagSource, TagSyntax } from './tag-syntax.ts'

const DASH = /^-([A-Za-z][\w.]*:[\w.]+)\s+(.+)$/s

/** Reads the text between a tag's delimiters. The error is a sentence for the template's author. */
export function parseTag(content: string, source: TagSource): Result<TagSyntax, Told> {
  const text = content.replaceAll('\u00a0', ' ').trim()
  if (text === '') return fail('The tag is empty.')
  const foreign = foreignProblem(text)
  if (foreign !== undefined) return fail(foreign)
  const rest = text.slice(1).trim()
  switch (text.charAt(0)) {
    case '#':
      return parseSection(rest, { source, isInverted: false, element: undefined })
    case '^':
      return parseSection(rest, { source, isInverted: true, element: undefined })
    case '/':
      return ok({ kind: 'close', source, name: normalizeName(rest) })
    case '@':
      return withExpression(rest, (expression) => ({ kind: 'raw', source, expression }))
    case '>':
      return fail(
        'A template is included by {>slug} alone in a paragraph of the document, outside of headers, footers and text boxes.',
      )
    case '~':
      return withExpression(rest, (expression) => ({ kind: 'rich', source, expression }))
    case '%':
      return parseImage(rest, source)
  }
  if (text === 'else') return ok({ kind: 'else', source })
  const dash = DASH.exec(text)
  if (dash !== null)
    return parseSection(dash[2] ?? '', { source, isInverted: false, element: dash[1] })
  return withExpression(text, (expression) => ({ kind: 'value', source, expression }))
}

function parseImage(written: string, source: TagSource): Result<TagSyntax, Told> {
  const isCentered = written.startsWith('%')
  const text = isCentered ? written.slice(1).trim() : written
  const code = parseCode(text)
  if (code?.ok === false) return code
  return withExpression(code?.value.expression ?? text, (expression) => ({
    kind: 'image',
    source,
    expression,
    isCentered,
    code: code?.value.style,
  }))
}

type SectionHead = {
  readonly source: TagSource
  readonly isInverted: boolean
  readonly element: string | undefined
}

function parseSection(text: string, head: SectionHead): Result<TagSyntax, Told> {
  return withExpression(text, (expression) => ({
    kind: 'open',
    ...head,
    expression,
    names: [normalizeName(text), leadingPath(expression)].filter((name) => name !== undefined),
  }))
}

function withExpression(
  text: string,
  make: (expression: Expression) => TagSyntax,
): Result<TagSyntax, Told> {
  const foreign = foreignProblem(text)
  if (foreign !== undefined) return fail(foreign)
  const parsed = parseExpression(text)
  return parsed.ok ? ok(make(parsed.value)) : parsed
}

/** How names are compared: Word's autocorrection changes white space and quotes between the two ends of a section. */
function normalizeName(text: string): string {
  return text
    .replace(/[‘’‚‛'“”„‟]/g, '"')
    .replace(/\s+/g, ' ')
    .trim()
}

/** `items` of `items | sort:'name'` and `total` of `total > 100`, which `{/items}` and `{/total}` may close. */
function leadingPath(expression: Expression): string | undefined {
  switch (expression.kind) {
    case 'path':
      return expression.text
    case 'filter':
      return leadingPath(expression.input)
    case 'binary':
      return leadingPath(expression.left)
    case 'choice':
      return leadingPath(expression.condition)
    case 'not':
    case 'negative':
      return leadingPath(expression.operand)
    case 'hyphened': {
      const [asNames] = expression.readings
      return asNames === undefined ? undefined : leadingPath(asNames)
    }
    case 'named':
      return leadingPath(expression.otherwise)
    case 'constant':
    case 'loop':
      return undefined
  }
}
