import type { Tier } from './test-file.ts'

/**
 * How many seconds of processor time a whole run of a tier may take, with the checks beside the contract tier. Two
 * processors do twice as many in a second. Who needs more changes this number, and says why in the commit. The aim is 520
 * and 780, with which `npm test` takes five minutes.
 */
export const BUDGET_SECONDS: Readonly<Record<Tier, number>> = { contract: 850, deep: 1_120 }

// A busy machine takes more for the same work: caches are cold, and processors share their cores.
const LEEWAY = 1.2

/** What a whole run says of its processor time; loud where it is a fifth beyond its budget. */
export function budgetReport(tier: Tier, seconds: number): string {
  const budget = BUDGET_SECONDS[tier]
  const told = `processor time ${seconds.toFixed(0)} s of the ${budget} s that the ${tier} tier may take`
  if (seconds <= budget * LEEWAY) return told
  const share = Math.round((seconds / budget - 1) * 100)
  return `!!! ${told}: ${share} % TOO MUCH. Make the slowest files cheaper, or the budget larger (tools/test-runner/budget.ts).`
}
