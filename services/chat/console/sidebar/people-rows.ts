import type { PresenceState } from '../state/people/presence.ts'

/** Somebody, as far as their place in the list goes. */
export interface ListedPerson {
  readonly id: number
  /** Undefined while it is not known. */
  readonly name: string | undefined
  readonly presence: PresenceState
  /** UNIX seconds; 0: not lately. */
  readonly seen: number
  readonly isSelf: boolean
}

/** One line of the list of people; all are equally high. */
export type PeopleRow = { readonly key: string } & (
  | {
      readonly kind: 'head'
      readonly what: 'here' | 'others' | 'everybody'
      readonly count: number
    }
  | { readonly kind: 'person'; readonly id: number }
  | { readonly kind: 'all' }
)

export interface PeopleInput {
  readonly people: readonly ListedPerson[]
  /** Those of the open conversation or channel; undefined where none is open. */
  readonly here: ReadonlySet<number> | undefined
  /** There are more than the ones that are known. */
  readonly hasMore: boolean
}

/** The list of people: those of the open conversation first, who is there before who is not. */
export function peopleRows({ people, here, hasMore }: PeopleInput): readonly PeopleRow[] {
  const ordered = people.toSorted(byPlace)
  const inside = here === undefined ? [] : ordered.filter(({ id }) => here.has(id))
  const others = here === undefined ? ordered : ordered.filter(({ id }) => !here.has(id))
  const part = (
    what: 'here' | 'others' | 'everybody',
    listed: readonly ListedPerson[],
  ): readonly PeopleRow[] =>
    listed.length === 0
      ? []
      : [
          { kind: 'head', key: what, what, count: listed.length },
          ...listed.map(({ id }): PeopleRow => ({ kind: 'person', key: `${what}:${id}`, id })),
        ]
  return [
    ...part('here', inside),
    ...part(here === undefined ? 'everybody' : 'others', others),
    ...(hasMore ? [{ kind: 'all', key: 'all' } as const] : []),
  ]
}

const RANKS: Readonly<Record<PresenceState, number>> = { active: 0, idle: 1, offline: 2 }
const NAMES = new Intl.Collator(undefined, { sensitivity: 'base' })

function byPlace(one: ListedPerson, other: ListedPerson): number {
  if (one.isSelf !== other.isSelf) return one.isSelf ? -1 : 1
  const rank = RANKS[one.presence] - RANKS[other.presence]
  if (rank !== 0) return rank
  if (one.name !== undefined && other.name !== undefined) return NAMES.compare(one.name, other.name)
  return other.seen - one.seen || one.id - other.id
}
