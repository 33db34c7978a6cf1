import type { Tx } from '@oficina/kit/database.ts'

import { apiError } from '../../../errors.ts'
import { TOO_MANY_OPEN_BY_DAY } from '../../../messages/bank-reconciliation.ts'
import type { EmpresaId } from '../../../store/tenant-database.ts'
import {
  matchable,
  matchRules,
  proposals,
  type Matchable,
  type MatchRule,
} from './decisions/match-lines.ts'
import {
  figuresOf,
  kindOf,
  type ReconciliationFigures,
} from './decisions/reconciliation-figures.ts'
import { MAX_OPEN, readPosition, type PositionItem } from './store/position-store.ts'
import { findReconciliationRules, isBankAccount } from './store/reconciliation-store.ts'

interface BankReconciliation {
  readonly figures: ReconciliationFigures
  /** The last day of the statements; null: there is none. */
  readonly hastaBanco: string | null
  readonly total: number
  /** What explains the difference, as JSON, of the page asked for. */
  readonly rows: readonly string[]
}

/** How an account stands at the end of a day; null: there is no such account. */
export async function bankReconciliation(
  tx: Tx,
  empresa: EmpresaId,
  details: {
    readonly cuenta: string
    readonly hasta: string
    readonly page: number
    readonly perPage: number
  },
): Promise<BankReconciliation | null> {
  if (!(await isBankAccount(tx, empresa, details.cuenta))) return null
  const position = await readPosition(tx, empresa, details)
  const { items } = position
  if (items.length > MAX_OPEN) {
    const message = TOO_MANY_OPEN_BY_DAY({ most: MAX_OPEN, day: details.hasta })
    throw apiError('INVALID_PARAMETER', message, 'hasta')
  }
  const rules = matchRules(await findReconciliationRules(tx, empresa, details.cuenta))
  const movements = items.filter(({ origen }) => origen === 'libros').map(matchable)
  const from = (details.page - 1) * details.perPage
  return {
    figures: figuresOf(position),
    hastaBanco: position.hasta_banco,
    total: items.length,
    rows: items
      .slice(from, from + details.perPage)
      .map((item) => rowJson(item, proposedFor(item, { rules, movements }))),
  }
}

/** What a line of the bank could be, which nobody has decided. */
function proposedFor(
  item: PositionItem,
  details: { readonly rules: readonly MatchRule[]; readonly movements: readonly Matchable[] },
): readonly string[] {
  return item.origen === 'banco' ? proposals(details.rules, matchable(item), details.movements) : []
}

function rowJson(item: PositionItem, proposed: readonly string[]): string {
  const { origen, id, importe, ...texts } = item
  const text = JSON.stringify({ ...texts, tipo: kindOf(item) }).slice(1, -1)
  const place =
    origen === 'banco' ? `"renglon":${id},"movimiento":null` : `"renglon":null,"movimiento":${id}`
  return `{"origen":"${origen}",${place},${text},"importe":${importe},"propuestas":[${proposed.join(',')}]}`
}
