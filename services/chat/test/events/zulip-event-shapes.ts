import { readFileSync } from 'node:fs'

type Fields = Readonly<Record<string, string>>

/** Field names and types of Zulip's events and of what is in them. */
interface Shapes {
  readonly events: Readonly<Record<string, Fields>>
  readonly models: Readonly<Record<string, Fields>>
}

const SHAPES = JSON.parse(
  readFileSync(new URL('../data/zulip-event-shapes.json', import.meta.url), 'utf8'),
) as Shapes

interface Difference {
  readonly why: string
  /** Fields that this service has besides, with their types. */
  readonly more?: Fields
  readonly without?: readonly string[]
}

const SETTING = 'int | UserGroupMembersDict'
const CHANNEL: Difference = {
  why: 'The contract’s channel object is of feature level 421: it has these settings, and not yet who may begin topics.',
  more: {
    can_add_subscribers_group: SETTING,
    can_resolve_topics_group: SETTING,
    can_subscribe_group: SETTING,
    folder_id: 'int | None',
    subscriber_count: 'int',
  },
  without: ['can_create_topic_group'],
}
const MESSAGE: Difference = {
  why: 'Feature level 421 tells when a message was edited last, and how.',
  more: {
    edit_history: 'list[object] [optional]',
    last_edit_timestamp: 'int [optional]',
    last_moved_timestamp: 'int [optional]',
  },
}

const PERSON: Difference = {
  why: 'The contract’s user object tells of what kind a bot is, and whose; only people have profile data.',
  more: {
    bot_type: 'int | None',
    bot_owner_id: 'int | None [optional]',
    profile_data: 'dict[str, dict[str, object]] [optional]',
  },
}

/** Where the contract, or the feature level that the service says it has, is not what the shapes say. */
const DIFFERENCES: Readonly<Record<string, Difference>> = {
  BasicStreamFields: CHANNEL,
  SingleSubscription: CHANNEL,
  ChannelFolderForEventChannelFolderAdd: {
    why: 'The contract’s folder object tells its place among the others.',
    more: { order: 'int' },
  },
  ChannelFolderDataForUpdate: {
    why: 'A description is told with its rendering, as in the contract’s folder object.',
    more: { rendered_description: 'str [optional]' },
  },
  RealmUser: PERSON,
  MessageFieldForEventMessage: MESSAGE,
  MessageFieldForEventDirectMessage: MESSAGE,
}

function fieldsOf(model: string): Fields | undefined {
  const fields = SHAPES.models[model] ?? SHAPES.events[model]
  const { more = {}, without = [] } = DIFFERENCES[model] ?? {}
  if (fields === undefined) return undefined
  const kept = Object.entries(fields).filter(([name]) => !without.includes(name))
  return { ...Object.fromEntries(kept), ...more }
}

/** The classes that the service may send; what is called the core of a class is that class without optional fields. */
export const EVENT_CLASSES = Object.keys(SHAPES.events).filter((name) => !name.endsWith('Core'))

const SIMPLE: Readonly<Record<string, (value: unknown) => boolean>> = {
  int: (value) => Number.isSafeInteger(value),
  float: (value) => typeof value === 'number',
  str: (value) => typeof value === 'string',
  Url: (value) => typeof value === 'string',
  bool: (value) => typeof value === 'boolean',
  None: (value) => value === null,
  object: () => true,
  UserGroupMembersDict: (value) =>
    isDict(value) && Object.keys(value).toSorted().join() === 'direct_members,direct_subgroups',
}

function isDict(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The alternatives of a type, split where no bracket is open. */
function alternatives(type: string, separator: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < type.length; at += 1) {
    if (type[at] === '[') depth += 1
    if (type[at] === ']') depth -= 1
    if (depth === 0 && type.startsWith(separator, at)) {
      parts.push(type.slice(from, at))
      from = at + separator.length
    }
  }
  return [...parts, type.slice(from)]
}

/** What does not fit a type, by place; nothing when all does. */
function misfits(value: unknown, type: string, place: string): readonly string[] {
  const tried = alternatives(type, ' | ').map((one) => misfitsOne(value, one, place))
  return tried.toSorted((a, b) => a.length - b.length)[0] ?? []
}

function misfitsOne(value: unknown, type: string, place: string): readonly string[] {
  const [, kind, inner = ''] = /^(Literal|list|dict)\[(.*)\]$/.exec(type) ?? []
  if (kind !== undefined) return COMPOSED[kind]?.(value, alternatives(inner, ', '), place) ?? []
  const isSimple = SIMPLE[type]
  if (isSimple !== undefined) return isSimple(value) ? [] : [`${place}: not ${type}`]
  return misfitsModel(value, type, place)
}

type Misfits = (value: unknown, inner: readonly string[], place: string) => readonly string[]

const COMPOSED: Readonly<Record<string, Misfits>> = {
  Literal: (value, inner, place) => {
    const shown = typeof value === 'string' ? `'${value}'` : JSON.stringify(value)
    return inner.includes(shown) ? [] : [`${place}: ${shown} is none of ${inner.join(' ')}`]
  },
  list: (value, [of = ''], place) =>
    Array.isArray(value)
      ? value.flatMap((one, index) => misfits(one, of, `${place}[${index}]`))
      : [`${place}: not a list`],
  dict: (value, [, of = ''], place) =>
    isDict(value)
      ? Object.entries(value).flatMap(([name, one]) => misfits(one, of, `${place}.${name}`))
      : [`${place}: not an object`],
}

function misfitsModel(value: unknown, model: string, place: string): readonly string[] {
  const fields = fieldsOf(model)
  if (fields === undefined) throw new Error(`${place}: no shape is called ${model}`)
  if (!isDict(value)) return [`${place}: not an object`]
  const surplus = Object.keys(value).filter((name) => !Object.hasOwn(fields, name))
  return [
    ...surplus.map((name) => `${place}.${name}: not of ${model}`),
    ...Object.entries(fields).flatMap(([name, type]) => {
      const [plain = '', isOptional] = type.split(' [optional]')
      if (Object.hasOwn(value, name)) return misfits(value[name], plain, `${place}.${name}`)
      return isOptional === undefined ? [`${place}.${name}: missing`] : []
    }),
  ]
}

function isOf(event: Readonly<Record<string, unknown>>, name: string): boolean {
  const { type = '', op } = SHAPES.events[name] ?? {}
  return (
    misfits(event['type'], type, '').length === 0 &&
    (op === undefined || misfits(event['op'], op, '').length === 0)
  )
}

interface Judged {
  readonly name: string
  /** What is missing, too much, or of a wrong type. */
  readonly misfits: readonly string[]
}

/** The class that an event is of, or comes nearest to. */
export function judged(event: Readonly<Record<string, unknown>>): Judged {
  const tried = EVENT_CLASSES.filter((name) => isOf(event, name)).map((name) => ({
    name,
    misfits: misfitsModel(event, name, name),
  }))
  const [best] = tried.toSorted((a, b) => a.misfits.length - b.misfits.length)
  return best ?? { name: 'none', misfits: [`no class is ${JSON.stringify(event)}`] }
}
