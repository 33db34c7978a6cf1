import allIcon from 'lucide-static/icons/megaphone.svg'
import groupIcon from 'lucide-static/icons/users-round.svg'

import { isMarkedGuest } from '../../people/guest-mark.ts'
import { messages } from '../../state/conversations/messages.ts'
import { ownId } from '../../state/part.ts'
import { groups, mayBy, type Group } from '../../state/people/groups.ts'
import { mutedUsers } from '../../state/people/muted-users.ts'
import { loadAllPeople, people, type Person } from '../../state/people/people.ts'
import { words } from '../../words/compose.ts'
import { directPartners } from '../recipient/direct-partners.ts'
import { mentionText } from './mention-text.ts'
import { ranked } from './rank.ts'
import { MAX_SUGGESTIONS, type ConversationHere, type Suggestion } from './suggestion.ts'

type Mentionable =
  | { readonly kind: 'person'; readonly person: Person }
  | { readonly kind: 'group'; readonly group: Group }
  | { readonly kind: 'wildcard'; readonly name: string; readonly detail: string }

/** A silent mention names somebody without telling them. */
interface MentionForm {
  readonly isSilent: boolean
}

/** People, groups and wildcards for what follows `@`; those of the conversation first. */
export function suggestMentions(
  typed: string,
  here: ConversationHere,
  { isSilent }: MentionForm,
): readonly Suggestion[] {
  void loadAllPeople().catch(() => undefined)
  void people.watch()
  const near = nearPeople(here)
  const all = ranked<Mentionable>(typed, mentionables(here, { isSilent }), {
    namesOf: (one) => namesOf(one),
    distanceOf: (one) => distance(one, near),
    limit: MAX_SUGGESTIONS,
  })
  return all.map((one) => suggestionOf(one, { isSilent }))
}

/** People for the field of recipients. */
export function suggestPeople(
  typed: string,
  without: readonly number[],
  limit: number = MAX_SUGGESTIONS,
): readonly Person[] {
  void loadAllPeople().catch(() => undefined)
  void people.watch()
  const partners = directPartners()
  const left = new Set(without)
  return ranked(typed, activePeople(left), {
    namesOf: (person) => personNames(person),
    distanceOf: (person) => (partners.get(person.user_id) ?? FAR) + (person.is_bot ? OF_BOT : 0),
    limit,
  })
}

function* activePeople(without: ReadonlySet<number>): Generator<Person> {
  for (const person of people.peekAll().values()) {
    if (person.is_active && !without.has(person.user_id)) yield person
  }
}

function* mentionables(here: ConversationHere, { isSilent }: MentionForm): Generator<Mentionable> {
  if (!isSilent) yield* wildcards(here)
  for (const person of people.peekAll().values()) {
    if (person.is_active && !mutedUsers.peek().has(person.user_id)) yield { kind: 'person', person }
  }
  for (const group of groups.peekAll().values()) {
    const isHere = !group.deactivated && (!group.is_system_group || isNamedRole(group.name))
    if (isHere && (isSilent || mayBy(group.can_mention_group))) yield { kind: 'group', group }
  }
}

/** Groups of roles that it makes sense to speak to. */
function isNamedRole(name: string): boolean {
  return /^role:(?:moderators|administrators|owners|members|everyone)$/.test(name)
}

function* wildcards(here: ConversationHere): Generator<Mentionable> {
  const of = (name: string, detail: string): Mentionable => ({ kind: 'wildcard', name, detail })
  if (here.channelId === undefined) {
    yield of('all', words('mentionConversation'))
    return
  }
  yield of('all', words('mentionChannel'))
  yield of('channel', words('mentionChannel'))
  yield of('everyone', words('mentionChannel'))
  if (here.topic !== '') yield of('topic', words('mentionTopic'))
}

function namesOf(one: Mentionable): readonly string[] {
  if (one.kind === 'wildcard') return [one.name]
  return one.kind === 'group' ? [groupName(one.group)] : personNames(one.person)
}

function personNames(person: Person): readonly string[] {
  const email = person.delivery_email ?? person.email
  return [person.full_name, email]
}

const FAR = 100
const OF_WILDCARD = 40
const OF_GROUP = 60
const OF_BOT = 150

function distance(one: Mentionable, near: ReadonlyMap<number, number>): number {
  if (one.kind === 'wildcard') return OF_WILDCARD
  if (one.kind === 'group') return OF_GROUP + (one.group.is_system_group ? FAR : 0)
  const { user_id: id, is_bot: isBot } = one.person
  return (near.get(id) ?? FAR) + (isBot ? OF_BOT : 0) + (id === ownId() ? 1 : 0)
}

// The last ones who wrote here are meant most often.
const MAX_LOOKED_AT = 400

/** How near people are: 0 for those who wrote to this conversation lately, then direct partners. */
function nearPeople(here: ConversationHere): ReadonlyMap<number, number> {
  const near = new Map<number, number>()
  for (const [id, order] of directPartners()) near.set(id, 30 + Math.min(order, 50))
  for (const id of here.userIds) near.set(id, 0)
  if (here.channelId === undefined) return near
  const recent = [...messages.peekAll().values()].slice(-MAX_LOOKED_AT)
  const topic = here.topic?.toLowerCase()
  for (const message of recent) {
    if (message.stream_id !== here.channelId) continue
    const isTopic = message.subject.toLowerCase() === topic
    near.set(message.sender_id, Math.min(near.get(message.sender_id) ?? FAR, isTopic ? 0 : 10))
  }
  return near
}

function suggestionOf(one: Mentionable, { isSilent }: MentionForm): Suggestion {
  if (one.kind === 'wildcard') {
    return {
      key: `wildcard ${one.name}`,
      label: one.name,
      detail: one.detail,
      picture: { kind: 'icon', svg: allIcon },
      insert: `@**${one.name}** `,
    }
  }
  if (one.kind === 'group') {
    const { group } = one
    return {
      key: `group ${group.id}`,
      label: groupName(group),
      detail: group.is_system_group ? undefined : group.description,
      picture: { kind: 'icon', svg: groupIcon },
      insert: `@${isSilent ? '_' : ''}*${group.name}* `,
    }
  }
  const { person } = one
  return {
    key: `person ${person.user_id}`,
    label: person.full_name,
    detail: detailOf(person),
    picture: { kind: 'person', userId: person.user_id },
    insert: `${mentionText(person, { isSilent, isAmbiguous: sharesName(person) })} `,
  }
}

function detailOf(person: Person): string | undefined {
  if (person.is_bot) return words('bot')
  if (isMarkedGuest(person)) return words('guest')
  return person.delivery_email ?? undefined
}

function groupName(group: Group): string {
  return group.is_system_group ? group.name.replace('role:', '') : group.name
}

/** Whether somebody else has the same name, so that it alone would not say who is meant. */
export function sharesName({ user_id: id, full_name: name }: Person): boolean {
  for (const other of people.peekAll().values()) {
    if (other.full_name === name && other.user_id !== id && other.is_active) return true
  }
  return false
}
