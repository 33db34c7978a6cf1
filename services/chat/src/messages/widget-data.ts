import { fail, ok, type Result } from '@oficina/kit/result.ts'

/** The widgets in which a message's readers take part. */
export type WidgetKind = 'poll' | 'todo'

type Check = (value: unknown, name: string) => string | undefined

// Limit of options or tasks that one person may number.
const MAX_INDEX = 1_000

const string: Check = (value, name) =>
  typeof value === 'string' ? undefined : `${name} is not a string`

const flag: Check = (value, name) =>
  typeof value === 'boolean' ? undefined : `${name} is not a bool`

const vote: Check = (value, name) => (value === 1 || value === -1 ? undefined : `Invalid ${name}`)

const index: Check = (value, name) => {
  if (!Number.isInteger(value)) return `${name} is not an integer`
  if (Number(value) < 0) return `${name} is too small`
  return Number(value) > MAX_INDEX ? `${name} is too large (max ${MAX_INDEX})` : undefined
}

interface Form {
  readonly fields: Readonly<Record<string, Check>>
  /** Set for what only the widget's author may send: the error for everybody else. */
  readonly authorOnly?: string
}

const FORMS: Readonly<Record<WidgetKind, Readonly<Record<string, Form>>>> = {
  poll: {
    vote: { fields: { key: string, vote } },
    new_option: { fields: { option: string, idx: index } },
    question: {
      fields: { question: string },
      authorOnly: "You can't edit a question unless you are the author.",
    },
  },
  todo: {
    new_task: { fields: { key: index, task: string, desc: string, completed: flag } },
    strike: { fields: { key: string } },
    new_task_list_title: {
      fields: { title: string },
      authorOnly: "You can't edit the task list title unless you are the author.",
    },
  },
}

/**
 * Whether the message's author, or another reader, may send this to a widget; the error is the text that clients know.
 * @source docs/decisions/0313-chat-who-hears-what.md
 */
export function checkWidgetData(
  kind: WidgetKind,
  content: unknown,
  sayer: 'author' | 'reader',
): Result<undefined, string> {
  const whole = `${kind} data`
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    return fail(`${whole} is not a dict`)
  }
  const { type, ...values }: Readonly<Record<string, unknown>> = { ...content }
  if (type === undefined) return fail(`type key is missing from ${whole}`)
  if (typeof type !== 'string') return fail(`${whole}["type"] is not a string`)
  const form = Object.hasOwn(FORMS[kind], type) ? FORMS[kind][type] : undefined
  if (form === undefined) return fail(`Unknown type for ${whole}: ${type}`)
  if (form.authorOnly !== undefined && sayer === 'reader') return fail(form.authorOnly)
  return checkFields(form.fields, values, whole)
}

function checkFields(
  fields: Form['fields'],
  values: Readonly<Record<string, unknown>>,
  whole: string,
): Result<undefined, string> {
  for (const [name, check] of Object.entries(fields)) {
    if (!Object.hasOwn(values, name)) return fail(`${name} key is missing from ${whole}`)
    const problem = check(values[name], `${whole}["${name}"]`)
    if (problem !== undefined) return fail(problem)
  }
  const others = Object.keys(values).filter((name) => !Object.hasOwn(fields, name))
  return others.length === 0 ? ok(undefined) : fail(`Unexpected arguments: ${others.join(', ')}`)
}
