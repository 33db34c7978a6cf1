import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { FieldKind, FieldSpec } from './model-source.ts'
import { isTextForm, TEXT_FORMS } from './text-forms.ts'
import type { DefaultValue } from './types.ts'

const MONEY = { precision: 18, scale: 2 }
const QUANTITY = { precision: 18, scale: 6 }
const RATE = { precision: 18, scale: 6 }
/** PostgreSQL allows more; a column of text beyond this is `long_text`. */
const MAX_TEXT_LENGTH = 4000
const MAX_PRECISION = 38

const PLAIN = ['long_text', 'secret', 'integer', 'date', 'instant', 'boolean', 'json'] as const

/**
 * Reads the one-line form of a field:
 * `<type> [required] [unique] [default <value>]`, where the type is `text(20)`, `decimal(12, 4)`, `choice(a, b)`,
 * a plain name such as `date`, or the name of the model referred to.
 */
export function parseFieldSpec(text: string): Result<FieldSpec, string> {
  const match = /^([A-Za-z]\w*)(?:\(([^)]*)\))?(?: (.*))?$/.exec(text.trim())
  if (match === null)
    return fail(`"${text}" is not a field: write a type, then required, unique or default.`)
  const [, typeName = '', args, rest = ''] = match
  const kind = parseKind(typeName, args)
  if (!kind.ok) return kind
  const marks = parseMarks(rest)
  if (!marks.ok) return marks
  const { required, unique, defaultText } = marks.value
  if (defaultText === null) return ok({ kind: kind.value, required, unique, default: null })
  const value = parseDefault(defaultText, kind.value)
  return value.ok ? ok({ kind: kind.value, required, unique, default: value.value }) : value
}

function parseKind(typeName: string, args: string | undefined): Result<FieldKind, string> {
  switch (typeName) {
    case 'text':
      return parseText(args)
    case 'decimal':
      return parseDecimal(args)
    case 'choice':
      return parseChoices(args ?? '')
    default:
      return args === undefined
        ? parsePlain(typeName)
        : fail(`${typeName} takes nothing in parentheses.`)
  }
}

function parseText(args: string | undefined): Result<FieldKind, string> {
  const length = Number(args)
  return isBetween(length, 1, MAX_TEXT_LENGTH)
    ? ok({ type: 'text', length })
    : fail(`text needs a length from 1 to ${MAX_TEXT_LENGTH}, as in text(20).`)
}

function parseDecimal(args: string | undefined): Result<FieldKind, string> {
  const numbers = (args ?? '').split(',').map(Number)
  const [precision = Number.NaN, scale = Number.NaN] = numbers
  return isBetween(precision, 1, MAX_PRECISION) &&
    isBetween(scale, 0, precision) &&
    numbers.length === 2
    ? ok({ type: 'decimal', precision, scale })
    : fail(
        `decimal needs precision and scale, as in decimal(12, 4), with at most ${MAX_PRECISION} digits.`,
      )
}

function parsePlain(typeName: string): Result<FieldKind, string> {
  if (/^[A-Z]/.test(typeName)) return ok({ type: 'reference', target: typeName })
  if (isTextForm(typeName))
    return ok({ type: 'text', length: TEXT_FORMS[typeName].length, form: typeName })
  if (typeName === 'money') return ok({ type: 'money', ...MONEY })
  if (typeName === 'quantity') return ok({ type: 'quantity', ...QUANTITY })
  if (typeName === 'rate') return ok({ type: 'rate', ...RATE })
  const plain = PLAIN.find((name) => name === typeName)
  return plain === undefined ? fail(`Unknown type "${typeName}".`) : ok({ type: plain })
}

function isBetween(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}

function parseChoices(args: string): Result<FieldKind, string> {
  const values = args.split(',').map((value) => value.trim())
  const wrong = values.find((value) => !/^[a-z0-9][a-z0-9_]*$/.test(value))
  if (wrong !== undefined)
    return fail(`"${wrong}" is not a choice: use lower case letters, digits and _.`)
  const repeated = values.find((value, i) => values.indexOf(value) !== i)
  return repeated === undefined
    ? ok({ type: 'choice', values })
    : fail(`Choice "${repeated}" stands twice.`)
}

interface Marks {
  readonly required: boolean
  readonly unique: boolean
  readonly defaultText: string | null
}

function parseMarks(rest: string): Result<Marks, string> {
  // The default comes last and takes the rest of the line, so that a text default may contain blanks.
  const [, head = '', defaultText] = /^(.*?)(?:\bdefault (.+))?$/.exec(rest) ?? []
  const marks = head.split(' ').filter((mark) => mark !== '')
  const wrong = marks.find(
    (mark, i) => (mark !== 'required' && mark !== 'unique') || marks.indexOf(mark) !== i,
  )
  if (wrong !== undefined)
    return fail(
      `"${wrong}" is not understood here: after the type come required, unique and default, each once.`,
    )
  return ok({
    required: marks.includes('required'),
    unique: marks.includes('unique'),
    defaultText: defaultText?.trim() ?? null,
  })
}

function parseDefault(text: string, kind: FieldKind): Result<DefaultValue, string> {
  const wrong = fail(`"${text}" is no default for ${kind.type}.`)
  switch (kind.type) {
    case 'text':
      return text.length <= kind.length ? ok({ kind: 'value', value: text }) : wrong
    case 'long_text':
      return ok({ kind: 'value', value: text })
    case 'integer':
      return /^-?\d{1,15}$/.test(text) ? ok({ kind: 'value', value: Number(text) }) : wrong
    case 'money':
    case 'quantity':
    case 'rate':
    case 'decimal':
      return fitsDecimal(text, kind.precision, kind.scale)
        ? ok({ kind: 'value', value: text })
        : wrong
    case 'boolean':
      return text === 'true' || text === 'false'
        ? ok({ kind: 'value', value: text === 'true' })
        : wrong
    case 'choice':
      return kind.values.includes(text) ? ok({ kind: 'value', value: text }) : wrong
    case 'date':
      return text === 'today' ? ok({ kind: 'today' }) : wrong
    case 'instant':
      return text === 'now' ? ok({ kind: 'now' }) : wrong
    case 'json':
    case 'secret':
    case 'reference':
      return wrong
  }
}

function fitsDecimal(text: string, precision: number, scale: number): boolean {
  const [, whole = '', fraction = ''] = /^-?(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  return whole !== '' && whole.length <= precision - scale && fraction.length <= scale
}
