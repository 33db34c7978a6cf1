import type { DependentRecords } from '../errors.ts'
import type { ReferringRecords } from '../messages/dependents.ts'

export type Dependents = Readonly<Record<string, DependentRecords>>

/** How many records refer to something, for a message. */
export function referringRecords(seen: Dependents, others: number): ReferringRecords {
  const counts = new Map(Object.entries(seen).map(([name, { count }]) => [name, count]))
  return { counts, others }
}

export function countDependents(dependents: Dependents): number {
  return Object.values(dependents).reduce((sum, { count }) => sum + count, 0)
}
