import { channels } from '../state/conversations/channels.ts'
import { people } from '../state/people/people.ts'
import { realm } from '../state/realm/realm.ts'
import { decodePart, encodePart } from './address-part.ts'
import type { Narrow, NarrowTerm } from './narrow.ts'

// Old names of operators, as links of long ago have them.
const NAMES: Readonly<Record<string, string>> = {
  stream: 'channel',
  streams: 'channels',
  subject: 'topic',
  'pm-with': 'dm',
  'group-pm-with': 'dm-including',
  from: 'sender',
}
const OF_PEOPLE = new Set(['dm', 'dm-including', 'sender'])
const OF_NUMBERS = new Set(['near', 'id', 'with'])

/** The address of a narrow within the client: `/narrow/channel/9-general/topic/lunch`. */
export function narrowAddress(narrow: Narrow): string {
  const parts = narrow.flatMap((term) => [
    `${term.negated === true ? '-' : ''}${term.operator}`,
    operandText(term),
  ])
  return ['/narrow', ...parts].join('/')
}

/** The address of the list of a channel's topics. */
export function topicsAddress(channelId: number): string {
  return `/topics/channel/${channelText(channelId)}`
}

/** The channel of such an address. */
export function topicsChannelOf(address: string): number | undefined {
  const part = /^\/topics\/channel\/([^/]+)$/.exec(address)?.[1]
  const channel = part === undefined ? undefined : channelIdOf(part)
  return typeof channel === 'number' ? channel : undefined
}

/** A link to share: the organization's address and the narrow in the form that all clients know. */
export function shareLink(narrow: Narrow): string {
  const base = realm.peek()?.realm_url ?? location.origin
  return `${base}/#${narrowAddress(narrow).slice(1)}`
}

/** The narrow of an address; undefined when it is none. */
export function narrowOf(address: string): Narrow | undefined {
  const [, name, ...parts] = address.split('/')
  if (name !== 'narrow' || parts.length % 2 !== 0) return undefined
  const terms: NarrowTerm[] = []
  for (let at = 0; at < parts.length; at += 2) {
    const term = termOfParts(parts[at] ?? '', parts[at + 1] ?? '')
    if (term === undefined) return undefined
    terms.push(term)
  }
  return terms
}

/** The client's own address for a link in any client's form (`…/#narrow/…`, `#inbox`); undefined: a link elsewhere. */
export function ownAddress(link: string): string | undefined {
  const url = URL.parse(link, location.href)
  if (url === null || url.origin !== location.origin) return undefined
  if (url.hash.length <= 1) return undefined
  if (!['/', '/console', '/console/'].includes(url.pathname) && !link.startsWith('#'))
    return undefined
  return addressOfHash(url.hash)
}

/** `#narrow/…`, `#inbox`, `#all_messages` and their like as the client's own addresses. */
export function addressOfHash(hash: string): string | undefined {
  const path = hash.replace(/^#\/?/, '')
  const [name = ''] = path.split('/')
  if (name === 'narrow') return narrowOf(`/${path}`) === undefined ? undefined : `/${path}`
  if (['feed', 'all_messages', ''].includes(name)) return '/narrow'
  if (name === 'recent_topics') return '/recent'
  if (['streams', 'subscriptions'].includes(name)) return `/channels${path.slice(name.length)}`
  if (KNOWN.has(name)) return `/${path}`
  return undefined
}

const KNOWN = new Set([
  'inbox',
  'recent',
  'topics',
  'drafts',
  'scheduled',
  'reminders',
  'settings',
  'organization',
  'channels',
  'groups',
  'user',
])

function operandText({ operator, operand }: NarrowTerm): string {
  if (operator === 'channel') return channelText(operand)
  if (OF_PEOPLE.has(operator)) return peopleText(operand)
  return encodePart(String(operand))
}

function channelText(operand: NarrowTerm['operand']): string {
  if (typeof operand !== 'number') return encodePart(String(operand))
  const name = channels.peek(operand)?.name
  return name === undefined
    ? String(operand)
    : `${operand}-${encodePart(name.replaceAll(' ', '-'))}`
}

function peopleText(operand: NarrowTerm['operand']): string {
  if (typeof operand === 'string') return encodePart(operand)
  const ids = typeof operand === 'number' ? [operand] : operand
  const [only] = ids
  const name = ids.length === 1 && only !== undefined ? people.peek(only)?.full_name : undefined
  if (name !== undefined) return `${ids.join(',')}-${encodePart(name.replaceAll(' ', '-'))}`
  return ids.length > 1 ? `${ids.join(',')}-group` : ids.join(',')
}

function termOfParts(name: string, part: string): NarrowTerm | undefined {
  const negated = name.startsWith('-')
  const given = (decodePart(name.replace(/^-/, '')) ?? '').toLowerCase()
  const operator = NAMES[given] ?? given
  const operand = operandOf(operator, part)
  if (operator === '' || operand === undefined) return undefined
  return negated ? { operator, operand, negated } : { operator, operand }
}

function operandOf(operator: string, part: string): NarrowTerm['operand'] | undefined {
  if (operator === 'channel') return channelIdOf(part)
  if (OF_PEOPLE.has(operator)) return peopleOf(operator, part)
  const text = decodePart(part)
  if (text === undefined || !OF_NUMBERS.has(operator)) return text
  return /^\d+$/.test(text) ? Number(text) : undefined
}

function channelIdOf(part: string): number | string | undefined {
  const id = /^(\d+)(?:-|$)/.exec(part)?.[1]
  if (id !== undefined) return Number(id)
  const name = decodePart(part)
  if (name === undefined) return undefined
  for (const channel of channels.peekAll().values()) {
    if (channel.name === name || channel.name.replaceAll(' ', '-') === name)
      return channel.stream_id
  }
  return name
}

function peopleOf(operator: string, part: string): NarrowTerm['operand'] | undefined {
  const ids = /^(\d+(?:,\d+)*)(?:-|$)/.exec(part)?.[1]
  if (ids === undefined) return decodePart(part)
  const list = ids.split(',').map(Number)
  return operator === 'sender' ? list[0] : list
}
