import type { ComboOption } from '@oficina/web/combobox.tsx'
import { plain } from '@oficina/web/fuzzy.ts'

import { channels } from '../../state/conversations/channels.ts'
import { groups } from '../../state/people/groups.ts'
import { loadAllPeople, people, type Person } from '../../state/people/people.ts'
import { words } from '../../words/settings.ts'
import { groupLabel } from './group-label.ts'
import type { Holders } from './group-setting-value.ts'
import { isAllowed, type PermissionRule } from './permission-rules.ts'

/** A group or a person that a list of people may be made of. */
export interface Holder {
  readonly kind: 'group' | 'person' | 'channel'
  readonly id: number
}

// As many as a person looks through before typing another letter.
const MAX_SHOWN = 20

/** Groups and people that may be given a permission, those that have it already left out. */
export async function findHolders(
  typed: string,
  held: Holders,
  rule: PermissionRule,
): Promise<readonly ComboOption<Holder>[]> {
  await loadAllPeople()
  const found = findGroups(typed, (group) => isAllowed(group.name, rule))
  const free = found.filter(({ value }) => !held.groups.includes(value.id))
  const nobody = groupLabel('role:nobody')
  const others = findPeople(typed, new Set(held.people), MAX_SHOWN - free.length)
  return [...free.filter(({ label }) => label !== nobody), ...others]
}

interface NamedGroup {
  readonly id: number
  readonly name: string
  readonly is_system_group: boolean
  readonly deactivated: boolean
}

export function findGroups(
  typed: string,
  isMeant: (group: NamedGroup) => boolean,
): readonly ComboOption<Holder>[] {
  const wanted = plain(typed)
  return groups
    .values()
    .filter((group) => !group.deactivated && isMeant(group))
    .map((group) => ({ group, label: groupLabel(group.name) }))
    .filter(({ label }) => plain(label).includes(wanted))
    .slice(0, MAX_SHOWN)
    .map(({ group, label }) => ({
      value: { kind: 'group' as const, id: group.id },
      label,
      detail: words('group'),
    }))
}

/** Active people by name or address, those whose name begins so first. */
export function findPeople(
  typed: string,
  without: ReadonlySet<number>,
  atMost = MAX_SHOWN,
): readonly ComboOption<Holder>[] {
  const wanted = plain(typed)
  const first: Person[] = []
  const later: Person[] = []
  for (const one of people.peekAll().values()) {
    if (!one.is_active || without.has(one.user_id)) continue
    const name = plain(one.full_name)
    if (name.startsWith(wanted)) first.push(one)
    else if (name.includes(wanted) || plain(one.delivery_email ?? '').includes(wanted)) {
      later.push(one)
    }
    if (first.length >= atMost) break
  }
  return [...first, ...later].slice(0, Math.max(atMost, 0)).map((one) => ({
    value: { kind: 'person', id: one.user_id },
    label: one.full_name,
    ...detailOf(one),
  }))
}

function detailOf({ is_bot: isBot, delivery_email: address }: Person): {
  readonly detail?: string
} {
  if (isBot) return { detail: words('bot') }
  return typeof address === 'string' ? { detail: address } : {}
}

/** Channels by name: to take their subscribers. */
export function findChannels(
  typed: string,
  without: ReadonlySet<number> = new Set(),
): readonly ComboOption<Holder>[] {
  const wanted = plain(typed)
  return channels
    .values()
    .filter((one) => !one.is_archived && !without.has(one.stream_id))
    .filter((one) => plain(one.name).includes(wanted))
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .slice(0, MAX_SHOWN)
    .map((one) => ({
      value: { kind: 'channel', id: one.stream_id },
      label: `#${one.name}`,
      detail: words('channel'),
    }))
}
