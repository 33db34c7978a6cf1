import type pg from 'pg'

import type { SchemaStep } from '../../schema/step.ts'

/**
 * The steps with what the rows say of them: one that no row breaks loses nothing and becomes an addition; the others tell
 * which rows it would break. What the dictionary no longer names stays a person's to decide, even where it is empty.
 */
export async function judgeSteps(
  client: pg.Client,
  steps: readonly SchemaStep[],
): Promise<readonly SchemaStep[]> {
  const judged: SchemaStep[] = []
  for (const step of steps) {
    judged.push(step.rows === undefined ? step : judgedStep(step, await rowsOf(client, step.rows)))
  }
  return judged
}

interface Found {
  readonly found: string | null
  readonly groups: string
}

async function rowsOf(client: pg.Client, query: string): Promise<Found> {
  const { rows } = await client.query<Found>(query)
  return rows[0] ?? { found: null, groups: '0' }
}

function judgedStep(step: SchemaStep, { found, groups }: Found): SchemaStep {
  if (step.isRemoval === true) {
    const holds =
      found === null ? 'no row has a value in it' : `${groups} rows have a value in it: ${found}`
    return { ...step, reason: `${step.reason}; ${holds}` }
  }
  if (found === null) return { ...step, kind: 'add' }
  return { ...step, reason: `${step.reason}, but not for ${groups} of what is there: ${found}` }
}
