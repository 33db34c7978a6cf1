/** Who holds a permission: a named group by its id, or people and groups of its own. */
export type GroupSettingValue =
  | number
  | { readonly direct_members: readonly number[]; readonly direct_subgroups: readonly number[] }

/** The same, always in parts; both empty means nobody. */
export interface Holders {
  readonly people: readonly number[]
  readonly groups: readonly number[]
}

/** The parts of a value. `nobodyId` is the id of `role:nobody`. */
export function holdersOf(value: GroupSettingValue, nobodyId: number): Holders {
  if (typeof value !== 'number') {
    return { people: value.direct_members, groups: value.direct_subgroups }
  }
  return { people: [], groups: value === nobodyId ? [] : [value] }
}

/** The value as the server writes it: one group by its id, nobody by theirs, the rest in parts. */
export function valueOf({ people, groups }: Holders, nobodyId: number): GroupSettingValue {
  const [only, ...others] = groups
  if (people.length === 0 && only === undefined) return nobodyId
  if (people.length === 0 && only !== undefined && others.length === 0) return only
  return { direct_members: sorted(people), direct_subgroups: sorted(groups) }
}

export function sameValue(one: GroupSettingValue, other: GroupSettingValue): boolean {
  if (typeof one === 'number' || typeof other === 'number') return one === other
  return (
    sameIds(one.direct_members, other.direct_members) &&
    sameIds(one.direct_subgroups, other.direct_subgroups)
  )
}

function sameIds(one: readonly number[], other: readonly number[]): boolean {
  return sorted(one).join() === sorted(other).join()
}

function sorted(ids: readonly number[]): readonly number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b)
}
