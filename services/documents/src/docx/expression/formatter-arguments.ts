import { say, type Told } from '../messages/say.ts'
import type { Expression } from './expression.ts'
import { toText } from './values.ts'

// A formula, or anything else that cannot be a key of a customer's data.
const NO_NAME = /[|(){}[\]<>=!?:"+*,\\]/
// Those whose field may be a formula of the item's fields, such as 'cantidad * precio'.
const TAKES_FORMULA: ReadonlySet<string> = new Set(['sum', 'group'])
const FIELD = /^(?:this|[\p{L}_$][\p{L}\p{N}\p{M}_$]*)(?:\.[\p{L}_$][\p{L}\p{N}\p{M}_$]*)*$/u

/** The formula that a formatter is given in place of a field; undefined when it is given none. */
export function formulaOf(name: string, args: readonly Expression[]): string | undefined {
  const field = constantText(args[0])
  if (!TAKES_FORMULA.has(name) || args[0]?.kind !== 'constant') return undefined
  return typeof args[0].value !== 'string' || field === undefined || FIELD.test(field)
    ? undefined
    : field
}

const COMPARISONS: readonly string[] = ['==', '=', '!=', '<>', '<', '<=', '>', '>=']
const DIRECTIONS: readonly string[] = ['asc', 'desc']

/**
 * What is wrong with an argument that would silently find nothing; undefined when nothing is.
 * @param fieldAt which argument names a field of the items; undefined when none does
 */
export function wrongArgument(
  name: string,
  fieldAt: number | undefined,
  args: readonly Expression[],
): Told | undefined {
  const field = fieldAt === undefined ? undefined : constantText(args[fieldAt])
  if (field !== undefined && !TAKES_FORMULA.has(name) && NO_NAME.test(field))
    return say('The formatter "%{name}" takes the name of a field, which \'%{field}\' is not.', {
      name,
      field,
    })
  if (name === 'filter' && args.length === 3) return wrongChoice(name, args[1], COMPARISONS)
  if (name === 'restart') return wrongChoice(name, args[0], ['each'])
  return name === 'sort' ? wrongChoice(name, args[1], DIRECTIONS) : undefined
}

function wrongChoice(
  name: string,
  argument: Expression | undefined,
  allowed: readonly string[],
): Told | undefined {
  const text = constantText(argument)
  if (text === undefined || allowed.includes(text)) return undefined
  return say('The formatter "%{name}" takes one of %{allowed} there, not \'%{text}\'.', {
    name,
    allowed: allowed.join(' '),
    text,
  })
}

function constantText(argument: Expression | undefined): string | undefined {
  return argument?.kind === 'constant' ? toText(argument.value) : undefined
}
