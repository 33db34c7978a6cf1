import { computed, effect, signal } from '@preact/signals'
import { plain } from '@oficina/web/fuzzy.ts'

import { knownSubscribers } from '../compose/recipient/channel-subscribers.ts'
import { shownPresence } from '../people/seen-text.ts'
import { directUserIds } from '../state/conversations/direct.ts'
import { ownId } from '../state/part.ts'
import { groups } from '../state/people/groups.ts'
import { areAllPeopleKnown, loadAllPeople, people } from '../state/people/people.ts'
import { nowSeconds, presences, type PresenceState } from '../state/people/presence.ts'
import { realm } from '../state/realm/realm.ts'
import { here } from './here.ts'
import { peopleRows, type ListedPerson, type PeopleRow } from './people-rows.ts'

/** What is typed to filter the list of people. */
export const peopleFilter = signal('')

// An organization of so many is known at once; of a larger one those who are there, and the others on demand.
const FEW_PEOPLE = 500
// Who comes and goes does not move the list under the pointer more often.
const REORDER_MS = 2_000

const order = signal(0)

/** Follows who is there until the answer is called. */
export function followPeople(): () => void {
  const waiting: { timer?: ReturnType<typeof setTimeout> | undefined } = {}
  const stop = effect(() => {
    void presences.watch()
    void people.watch()
    const now = order.peek() === 0 ? 0 : REORDER_MS
    waiting.timer ??= setTimeout(() => {
      waiting.timer = undefined
      order.value += 1
    }, now)
  })
  return () => {
    stop()
    clearTimeout(waiting.timer)
  }
}

/** Everybody whom the organization's groups name, as far as is known. */
const everybody = computed<ReadonlySet<number>>(() => {
  const ids = new Set<number>()
  for (const group of groups.values()) {
    if (group.is_system_group) for (const id of group.members) ids.add(id)
  }
  return ids
})

/** Asks for all people where they are few. */
export function loadFewPeople(): void {
  const count = everybody.value.size
  if (count > 0 && count <= FEW_PEOPLE) void loadAllPeople().catch(() => undefined)
}

const inHere = computed<ReadonlySet<number> | undefined>(() => {
  const { channelId, direct } = here.value
  if (direct !== undefined) return new Set([ownId(), ...directUserIds(direct)])
  return channelId === undefined ? undefined : knownSubscribers(channelId)
})

/** The lines of the list of people as it is now. */
export const peopleLines = computed<readonly PeopleRow[]>(() => {
  void order.value
  const typed = plain(peopleFilter.value.trim())
  const isAll = areAllPeopleKnown.value
  const ids = new Set(isAll ? people.peekAll().keys() : presences.peekAll().keys())
  for (const id of inHere.value ?? []) ids.add(id)
  ids.add(ownId())
  // Of few people all come at once; until then nobody stands there without a name.
  const isFew = everybody.value.size <= FEW_PEOPLE
  const listed = [...ids].flatMap((id) => listedPerson(id, typed))
  return peopleRows({
    people: isFew ? listed.filter(({ name }) => name !== undefined) : listed,
    here: inHere.value,
    hasMore: !isAll && !isFew && typed === '',
  })
})

function listedPerson(id: number, typed: string): readonly ListedPerson[] {
  const known = people.peek(id)
  if (known !== undefined && (!known.is_active || known.is_bot)) return []
  if (typed !== '' && !isFound(id, known?.full_name, typed)) return []
  const isSelf = id === ownId()
  const { active_timestamp: active = 0, idle_timestamp: idle = 0 } = presences.peek(id) ?? {}
  return [
    {
      id,
      name: known?.full_name,
      presence: isSelf ? shownPresence(id) : stateOf(active, idle),
      seen: Math.max(active, idle),
      isSelf,
    },
  ]
}

// `presenceOf` follows one person; following all of them would cost more than asking anew.
function stateOf(active: number, idle: number): PresenceState {
  const since =
    nowSeconds() - (realm.peek()?.server_presence_offline_threshold_seconds ?? OFFLINE_S)
  if (active > since) return 'active'
  return idle > since ? 'idle' : 'offline'
}

const OFFLINE_S = 200

// Names do not change often, and making them comparable costs more than comparing.
const names = new Map<number, { readonly name: string; readonly plain: string }>()

function isFound(id: number, name: string | undefined, typed: string): boolean {
  if (name === undefined) return false
  const known = names.get(id)
  const made = known?.name === name ? known : { name, plain: plain(name) }
  if (made !== known) names.set(id, made)
  // Beginnings of words, as people remember names: `an to` finds Ana Torres.
  const words = made.plain.split(' ')
  return typed.split(/\s+/).every((part) => words.some((word) => word.startsWith(part)))
}
