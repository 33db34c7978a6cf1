import type { ErrorEntry } from '../../../../errors.ts'
import {
  EARLIER_PERIOD_OPEN,
  LATER_PERIOD_STAYS_CLOSED,
} from '../../../../messages/accounting-periods.ts'
import type { OrderedPeriod } from '../store/period-store.ts'

/** The periods that are asked for, in the order of their days. */
export function inOrder<Row extends { readonly id: string }>(
  rows: readonly Row[],
  all: readonly OrderedPeriod[],
): readonly Row[] {
  const places = new Map(all.map(({ id }, place) => [id, place]))
  return rows.toSorted(
    (first, second) => (places.get(first.id) ?? 0) - (places.get(second.id) ?? 0),
  )
}

/**
 * Why a period is not closed yet: one before it is not, but for adjustment periods, which wait for the end of the year.
 * @param closing those that are closed together with it
 */
export function closingProblem(
  id: string,
  all: readonly OrderedPeriod[],
  closing: ReadonlySet<string>,
): ErrorEntry | null {
  const place = all.findIndex((period) => period.id === id)
  const earlier = all
    .slice(0, place)
    .find(
      (orderedPeriod) =>
        !orderedPeriod.es_ajuste &&
        orderedPeriod.estado !== 'cerrado' &&
        !closing.has(orderedPeriod.id),
    )
  if (earlier === undefined) return null
  const message = EARLIER_PERIOD_OPEN({
    period: all[place]?.nombre ?? id,
    earlier: earlier.nombre,
    state: earlier.estado,
  })
  return { code: 'INVALID_STATE', message }
}

/**
 * Why a period is not opened yet: one after it is closed, whose balances count what is posted in it.
 * @param opening those that are opened together with it
 */
export function reopeningProblem(
  id: string,
  all: readonly OrderedPeriod[],
  opening: ReadonlySet<string>,
): ErrorEntry | null {
  const place = all.findIndex((period) => period.id === id)
  const period = all[place]
  if (period === undefined || period.es_ajuste) return null
  const later = all
    .slice(place + 1)
    .findLast(
      (orderedPeriod) => orderedPeriod.estado === 'cerrado' && !opening.has(orderedPeriod.id),
    )
  if (later === undefined) return null
  const message = LATER_PERIOD_STAYS_CLOSED({ period: period.nombre, later: later.nombre })
  return { code: 'INVALID_STATE', message }
}
