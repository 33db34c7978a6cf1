import type { Tx } from '@oficina/kit/database.ts'
import { plannedAnew, sql } from '@oficina/kit/sql.ts'

import type { NarrowPlan, PlannedCondition } from '../../narrow/narrow-plan.ts'
import type { Viewer } from '../../tenancy/viewer.ts'
import { idsInRange, readable } from './narrow-sql.ts'

/** The oldest unread message of a narrow that is not muted; when a channel was named, only muted topics count. */
export async function firstUnread(
  tx: Tx,
  viewer: Viewer,
  plan: NarrowPlan,
  named: readonly number[] | null,
): Promise<number | undefined> {
  const isDm = plan.conditions.some(
    ({ condition, isNegated }) => !isNegated && condition.kind === 'dm',
  )
  const unmuted: PlannedCondition[] =
    isDm || named !== null
      ? [{ condition: { kind: 'muted_topic' }, isNegated: true }]
      : [{ condition: { kind: 'muted' }, isNegated: true }]
  const unread: NarrowPlan = {
    scope: { kind: 'own' },
    conditions: [
      ...plan.conditions,
      { condition: { kind: 'unread' }, isNegated: false },
      ...unmuted,
    ],
  }
  const ids = idsInRange(viewer, unread, { direction: 'up', anchor: null, limit: 1 })
  const [row] = await tx.query<{ id: number }>(
    plannedAnew(sql`with ${readable(viewer, named)} ${ids}`),
  )
  return row?.id
}
