import { batch, signal } from '@preact/signals'

import type { EventNamed } from '../../../wire/events.ts'
import type {
  PersonObject,
  ProfileValueObject,
  UserAnswer,
  UsersAnswer,
} from '../../../wire/people.ts'
import { api } from '../../session/api.ts'
import { ownId, type Part } from '../part.ts'
import { Table } from '../table.ts'

export type Person = PersonObject

/** Those who are known: all after `loadAllPeople`, else those who were asked for. */
export const people = new Table<number, Person>()

/** Whether all people of the organization are known. */
export const areAllPeopleKnown = signal(false)

/** Somebody; who is not known yet is asked for, and is undefined until then. */
export function person(id: number): Person | undefined {
  const known = people.get(id)
  if (known === undefined) ask(id)
  return known
}

/** Knows everybody from now on: for typeahead, lists of people, settings. Asks once. */
export function loadAllPeople(): Promise<void> {
  asked.all ??= loadAll().catch((error: unknown) => {
    delete asked.all
    throw error
  })
  return asked.all
}

// One request's query stays below the service's limit of a header.
const MAX_ASKED_AT_ONCE = 500
const WAIT_MS = 10

const asked: {
  wanted: Set<number>
  /** Asked for already, whether or not they exist. */
  readonly known: Set<number>
  timer?: ReturnType<typeof setTimeout> | undefined
  all?: Promise<void>
} = { wanted: new Set(), known: new Set() }

function ask(id: number): void {
  if (id <= 0 || asked.known.has(id)) return
  asked.known.add(id)
  asked.wanted.add(id)
  asked.timer ??= setTimeout(() => {
    asked.timer = undefined
    const ids = [...asked.wanted]
    asked.wanted = new Set()
    for (let at = 0; at < ids.length; at += MAX_ASKED_AT_ONCE) {
      void loadThese(ids.slice(at, at + MAX_ASKED_AT_ONCE))
    }
  }, WAIT_MS)
}

async function loadThese(ids: readonly number[]): Promise<void> {
  try {
    const { members } = await api<UsersAnswer>('GET', '/users', {
      user_ids: ids,
      client_gravatar: false,
      include_custom_profile_fields: true,
    })
    takePeople(members)
    await loadUnlisted(ids.filter((id) => people.peek(id) === undefined))
  } catch {
    // Who needs them asks again.
    for (const id of ids) asked.known.delete(id)
  }
}

// Bots of the server itself, of which there are three.
const MAX_UNLISTED = 10

/** The list of people leaves out the server's own bots, which can be asked for one by one. */
async function loadUnlisted(ids: readonly number[]): Promise<void> {
  await Promise.all(
    ids.slice(0, MAX_UNLISTED).map(async (id) => {
      const found = await api<UserAnswer>('GET', `/users/${id}`, {
        client_gravatar: false,
      }).catch(() => undefined)
      if (found !== undefined) people.set(id, found.user)
    }),
  )
}

async function loadAll(): Promise<void> {
  const { members } = await api<UsersAnswer>('GET', '/users', {
    client_gravatar: false,
    include_custom_profile_fields: true,
  })
  takePeople(members)
  areAllPeopleKnown.value = true
}

function takePeople(members: readonly Person[]): void {
  batch(() => {
    for (const one of members) people.set(one.user_id, one)
  })
}

type OneNow = EventNamed<'realm_user update'>['person']

type KeyOf<T> = T extends unknown ? keyof T : never
type ValueOf<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never

/** Whatever an event may say of somebody. */
type PersonNow = { readonly [K in KeyOf<OneNow>]?: ValueOf<OneNow, K> }

export const peoplePart: Part = {
  take: () => {
    // What happened between two queues is not known.
    const me = people.peek(ownId())
    const wasAll = areAllPeopleKnown.peek()
    people.replace(me === undefined ? [] : [[me.user_id, me]])
    areAllPeopleKnown.value = false
    asked.known.clear()
    delete asked.all
    if (wasAll) void loadAllPeople().catch(() => undefined)
  },
  events: {
    'realm_user add': ({ person: added }) => people.set(added.user_id, added),
    'realm_user remove': ({ person: gone }) =>
      people.update(gone.user_id, (known) => ({ ...known, is_active: false })),
    'realm_user update': ({ person: now }) =>
      people.update(now.user_id, (known) => changed(known, now)),
  },
}

const OWNER = 100
const ADMINISTRATOR = 200
const GUEST = 600

function changed(known: Person, now: PersonNow): Person {
  const { new_email: email, custom_profile_field: field, ...plain } = now
  const role = plain.role ?? known.role
  return {
    ...known,
    ...plain,
    ...(email === undefined ? {} : { email }),
    is_owner: role === OWNER,
    is_admin: role <= ADMINISTRATOR,
    is_guest: role === GUEST,
    ...(field === undefined ? {} : { profile_data: withField(known.profile_data, field) }),
  }
}

function withField(
  data: Person['profile_data'],
  { id, value, rendered_value: rendered }: NonNullable<PersonNow['custom_profile_field']>,
): Readonly<Record<string, ProfileValueObject>> {
  const { [id]: _old, ...others } = data ?? {}
  if (value === null) return others
  const shown = typeof rendered === 'string' ? { value, rendered_value: rendered } : { value }
  return { ...others, [id]: shown }
}
