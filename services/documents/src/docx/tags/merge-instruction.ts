import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { parseExpression } from '../expression/expression-parse.ts'
import type { Expression } from '../expression/expression.ts'
import { checkFilter } from '../expression/formatters.ts'
import { say, type Told } from '../messages/say.ts'
import { parseTag } from './tag-parse.ts'
import type { TagSyntax } from './tag-syntax.ts'

/** What no tag does, and what is written instead. */
const REPEATED =
  '%{type} works in a mail merge of Word only; repeat rows or paragraphs with a section: {#name} … {/name}.'
const SKIPPED =
  '%{type} works in a mail merge of Word only; leave out what is not wanted with a section: {#name} … {/name}.'
const COUNTED =
  '%{type} works in a mail merge of Word only; the position in a section is {$index + 1}.'
const COMPOSED =
  '%{type} works in a mail merge of Word only; write the values that it is made of, such as {name}.'
const RULES = new Map([
  ['NEXT', REPEATED],
  ['NEXTIF', REPEATED],
  ['SKIPIF', SKIPPED],
  ['MERGEREC', COUNTED],
  ['MERGESEQ', COUNTED],
  ['ADDRESSBLOCK', COMPOSED],
  ['GREETINGLINE', COMPOSED],
] as const)

function ruleFor(type: string) {
  for (const [name, rule] of RULES) if (name === type) return rule
  return undefined
}

// Regions of mail merges, as other programs mark them with fields.
const REGION = /^(?:(TableStart|BeginGroup)|TableEnd|EndGroup):(.+)$/i

/** Reads the instruction of a field; undefined when it is none of a mail merge. */
export function readMergeInstruction(
  instruction: string,
  { part, paragraph }: { readonly part: string; readonly paragraph: number },
): Result<TagSyntax, Told> | undefined {
  const [type = '', ...words] = wordsOf(instruction)
  const rule = ruleFor(type.toUpperCase())
  if (rule !== undefined) return fail(say(rule, { type: type.toUpperCase() }))
  if (type.toUpperCase() !== 'MERGEFIELD') return undefined
  const [name = ''] = words
  if (name === '') return fail('The merge field names no value.')
  const source = { part, paragraph, tag: `«${name}»` }
  const [region, begins, list = ''] = REGION.exec(name) ?? []
  if (region !== undefined) return parseTag(`${begins === undefined ? '/' : '#'}${list}`, source)
  const parsed = parseExpression(name)
  const value: Expression = parsed.ok
    ? parsed.value
    : { kind: 'path', root: name, steps: [], text: name }
  const formatted = withSwitches(value, words.slice(1))
  return formatted.ok ? ok({ kind: 'value', source, expression: formatted.value }) : formatted
}

/** The words of an instruction, those in quotes whole; a switch is a word of its own. */
function wordsOf(instruction: string): readonly string[] {
  const plain = instruction.replace(/[“”„‟]/g, '"')
  const found = plain.matchAll(/"((?:[^"\\]|\\.)*)"|\\[*@#](?=\s*\S)|\\[a-z]|[^\s"\\]+/gis)
  return [...found].map(([word, quoted]) => quoted?.replace(/\\(.)/gs, '$1') ?? word)
}

function withSwitches(value: Expression, words: readonly string[]): Result<Expression, Told> {
  let expression = value
  const around = { before: '', after: '' }
  for (let i = 0; i < words.length; i++) {
    const name = words[i] ?? ''
    if (!name.startsWith('\\'))
      return fail(say('"%{name}" is not understood in a merge field.', { name }))
    if (/^\\[mv]$/i.test(name)) continue
    const argument = words[++i] ?? ''
    const read = readSwitch(expression, name.toLowerCase(), argument)
    if (!read.ok) return read
    expression = read.value.expression ?? expression
    around.before = (read.value.before ?? '') + around.before
    around.after += read.value.after ?? ''
  }
  return wrapped(expression, around)
}

type Switched = {
  readonly expression?: Expression
  readonly before?: string
  readonly after?: string
}

function readSwitch(input: Expression, name: string, argument: string): Result<Switched, Told> {
  switch (name) {
    case '\\b':
      return ok({ before: argument })
    case '\\f':
      return ok({ after: argument })
    case '\\*':
      return readCase(input, argument)
    case '\\@':
      return filtered(input, 'date', [datePattern(argument)])
    case '\\#':
      return readPicture(input, argument)
    default:
      return fail(say('The switch %{name} of a merge field is not understood.', { name }))
  }
}

const CASES: ReadonlyMap<string, string | undefined> = new Map([
  ['mergeformat', undefined],
  ['charformat', undefined],
  ['upper', 'upper'],
  ['lower', 'lower'],
  ['firstcap', 'capitalize'],
])

function readCase(input: Expression, argument: string): Result<Switched, Told> {
  const key = argument.toLowerCase()
  if (!CASES.has(key))
    return fail(
      say('The format \\* %{argument} of a merge field has no counterpart; write a tag.', {
        argument,
      }),
    )
  const formatter = CASES.get(key)
  return formatter === undefined ? ok({}) : filtered(input, formatter, [])
}

/** Word's names of days and halves of days, as the formatter has them. */
function datePattern(written: string): string {
  return written.replace(/'[^']*'|d{3,4}|am\/pm/gi, (piece) => {
    if (piece.startsWith("'")) return piece
    if (/^a/i.test(piece)) return 'a'
    return piece.length === 4 ? 'EEEE' : 'EEE'
  })
}

/** A picture of a number, such as `$#,##0.00`. */
function readPicture(input: Expression, picture: string): Result<Switched, Told> {
  const [whole, before = '', digits = '', decimals = '', after = ''] =
    /^([^#0,.;]*)([#0,]*[#0])(?:\.([#0]+))?([^#0,.;]*)$/.exec(picture) ?? []
  if (whole === undefined)
    return fail(
      say('The format \\# %{picture} of a merge field has no counterpart; write a tag.', {
        picture,
      }),
    )
  const formatter = digits.includes(',') ? 'number' : 'fixed'
  const made = filtered(input, formatter, [decimals.length])
  return made.ok ? ok({ ...made.value, before, after }) : made
}

function filtered(
  input: Expression,
  name: string,
  values: readonly (string | number)[],
): Result<Switched, Told> {
  const args = values.map((value): Expression => ({ kind: 'constant', value }))
  const problem = checkFilter(name, args)
  return problem === undefined
    ? ok({ expression: { kind: 'filter', name, input, args } })
    : fail(problem)
}

// Next to a number such a text would be added to it.
const NUMERIC = /^\s*[\d.+-]+\s*$/

/** With text before and after it, but for a value that is absent or empty. */
function wrapped(
  input: Expression,
  { before, after }: { readonly before: string; readonly after: string },
): Result<Expression, Told> {
  if (before === '' && after === '') return ok(input)
  const numeric = [before, after].find((text) => NUMERIC.test(text))
  if (numeric !== undefined)
    return fail(
      say('The text "%{text}" of a merge field has no counterpart; write it beside a tag.', {
        text: numeric,
      }),
    )
  const given: Expression = { kind: 'filter', name: 'default', input, args: [constant('')] }
  const begun = before === '' ? input : join(constant(before), input)
  return ok({
    kind: 'choice',
    condition: { kind: 'binary', operator: '!=', left: given, right: constant('') },
    yes: after === '' ? begun : join(begun, constant(after)),
    no: input,
  })
}

function constant(value: string): Expression {
  return { kind: 'constant', value }
}

function join(left: Expression, right: Expression): Expression {
  return { kind: 'binary', operator: '+', left, right }
}
