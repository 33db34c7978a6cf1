import type { Tx } from '@oficina/kit/database.ts'

import type { ErrorEntry } from '../../../errors.ts'
import {
  LATER_PERIOD_CLOSED,
  NO_PERIOD,
  PERIOD_LOCKED,
  PERIOD_NOT_OPEN,
} from '../../../messages/accounting-periods.ts'
import type { Message } from '../../../messages/message.ts'
import { findLockedPeriods, lockPeriods, type PeriodRow } from '../../../store/journal-store.ts'
import type { EmpresaId } from '../../../store/tenant-database.ts'

/** The accounting periods of some days, locked so that they stay open to the end of the transaction. */
export class Periods {
  readonly #byDay: ReadonlyMap<string, PeriodRow>
  readonly #locked: ReadonlySet<string>
  readonly #module: string

  constructor(
    byDay: ReadonlyMap<string, PeriodRow>,
    { locked, module }: { readonly locked: ReadonlySet<string>; readonly module: string },
  ) {
    this.#byDay = byDay
    this.#locked = locked
    this.#module = module
  }

  idOf(day: string): string {
    const period = this.#byDay.get(day)
    if (period === undefined) throw new Error(`the period of ${day} was not checked`)
    return period.periodo
  }

  /** Why nothing can be posted on a day, or null. */
  problemOf(day: string): ErrorEntry | null {
    const period = this.#byDay.get(day)
    if (period === undefined) return closed(NO_PERIOD({ day }))
    const isOpen = period.estado === 'abierto' && period.ejercicio_estado === 'abierto'
    const of = { period: period.nombre, day }
    if (!isOpen) return closed(PERIOD_NOT_OPEN(of))
    if (period.posterior !== null) {
      return closed(LATER_PERIOD_CLOSED({ ...of, later: period.posterior }))
    }
    return this.#locked.has(period.periodo)
      ? closed(PERIOD_LOCKED({ ...of, module: this.#module }))
      : null
  }
}

function closed(message: Message): ErrorEntry {
  return { code: 'PERIOD_CLOSED', message }
}

/** The periods of some days, for a module that posts: it, or the books alone, may be locked out of an open period. */
export async function loadPeriods(
  tx: Tx,
  empresa: EmpresaId,
  { days, module }: { readonly days: readonly string[]; readonly module: string },
): Promise<Periods> {
  const [byDay, locked] = await Promise.all([
    lockPeriods(tx, empresa, [...new Set(days)].toSorted()),
    findLockedPeriods(tx, empresa, [...new Set([module, 'contabilidad'])]),
  ])
  return new Periods(byDay, { locked, module })
}
