import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { type Told, say } from '../tenancy/words/say.ts'

/** The widgets in which a message's readers take part. */
export type WidgetKind = 'poll' | 'todo'

type Check = (value: unknown, place: string) => Told | undefined

// Limit of options or tasks that one person may number.
const MAX_INDEX = 1_000

const string: Check = (value, place) =>
  typeof value === 'string' ? undefined : say('%{place} is not a string', { place })

const flag: Check = (value, place) =>
  typeof value === 'boolean' ? undefined : say('%{place} is not a bool', { place })

const vote: Check = (value, place) =>
  value === 1 || value === -1 ? undefined : say('Invalid %{place}', { place })

const index: Check = (value, place) => {
  if (!Number.isInteger(value)) return say('%{place} is not an integer', { place })
  if (Number(value) < 0) return say('%{place} is too small', { place })
  return Number(value) > MAX_INDEX
    ? say('%{place} is too large (max %{max})', { place, max: MAX_INDEX })
    : undefined
}

interface Form {
  readonly fields: Readonly<Record<string, Check>>
  /** Set for what only the widget's author may send: the error for everybody else. */
  readonly authorOnly?: Told
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
): Result<undefined, Told> {
  const whole = `${kind} data`
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    return fail(say('%{place} is not a dict', { place: whole }))
  }
  const { type, ...values }: Readonly<Record<string, unknown>> = { ...content }
  if (type === undefined)
    return fail(say('%{name} key is missing from %{place}', { name: 'type', place: whole }))
  if (typeof type !== 'string')
    return fail(say('%{place} is not a string', { place: `${whole}["type"]` }))
  const form = Object.hasOwn(FORMS[kind], type) ? FORMS[kind][type] : undefined
  if (form === undefined)
    return fail(say('Unknown type for %{place}: %{type}', { place: whole, type }))
  if (form.authorOnly !== undefined && sayer === 'reader') return fail(form.authorOnly)
  return checkFields(form.fields, values, whole)
}

function checkFields(
  fields: Form['fields'],
  values: Readonly<Record<string, unknown>>,
  whole: string,
): Result<undefined, Told> {
  for (const [name, check] of Object.entries(fields)) {
    if (!Object.hasOwn(values, name))
      return fail(say('%{name} key is missing from %{place}', { name, place: whole }))
    const problem = check(values[name], `${whole}["${name}"]`)
    if (problem !== undefined) return fail(problem)
  }
  const others = Object.keys(values).filter((name) => !Object.hasOwn(fields, name))
  return others.length === 0
    ? ok(undefined)
    : fail(say('Unexpected arguments: %{names}', { names: others.join(', ') }))
}
