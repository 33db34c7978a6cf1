import type { DependentRecords } from '../errors.ts'

export type Dependents = Readonly<Record<string, DependentRecords>>

/** Dependent records in words: by model if the caller may read them, of the others only their number. */
export function dependentsText(seen: Dependents, others: number): string {
  const named = Object.entries(seen).map(([name, { count }]) => `${count} of ${name}`)
  return [...named, ...(others > 0 ? [`${others} that you may not read`] : [])].join(', ')
}

export function countDependents(dependents: Dependents): number {
  return Object.values(dependents).reduce((sum, { count }) => sum + count, 0)
}
