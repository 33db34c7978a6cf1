import type { ErrorEntry } from '../../../errors.ts'
import { numberSource, takeNumbers } from '../../../store/counter-store.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { BatchOutcome } from '../batch-outcome.ts'
import { amountText, cents } from '../cents.ts'
import {
  DEFAULT_RULES,
  matchLines,
  type Match,
  type Matchable,
  type MatchRule,
} from './decisions/match-lines.ts'
import { figuresOf } from './decisions/reconciliation-figures.ts'
import {
  ITEM_COUNTER,
  itemsNeeded,
  refreshFigures,
  writeMatches,
  type NewMatch,
} from './effects/write-matches.ts'
import { ONE_DEED, openReconciliations, recordDeed } from './open-reconciliations.ts'
import { MAX_OPEN, readPosition, type PositionItem } from './store/position-store.ts'
import {
  findReconciliationRules,
  lockFreeLines,
  lockFreeMovements,
  type FreeRow,
  type ReconciliationRow,
  type ReconciliationRuleRow,
} from './store/reconciliation-store.ts'

/**
 * Matches what is certain of a bank's lines with movements; the rest is left to people, or to registrar_movimiento.
 * @source docs/decisions/0256-erp-bank-reconciliation.md
 */
export const conciliar: RecordAction = {
  model: 'ConciliacionBancaria',
  name: 'conciliar',
  label: 'Conciliar',
  mode: 'grid_action',
  inputs: [],
  emits: [],
  run: reconcile,
}

async function reconcile(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const batch = new BatchOutcome()
  for (const row of await openReconciliations(context, ids, batch)) {
    const problem = await reconcileOne(context, row)
    if (problem !== null) batch.refuse(row.id, problem)
  }
  return batch.outcome()
}

async function reconcileOne(
  context: ActionContext,
  row: ReconciliationRow,
): Promise<ErrorEntry | null> {
  const { tx, caller } = context
  const { empresa } = caller
  const { cuenta_bancaria: cuenta, fecha: hasta } = row
  const { descuadrado } = await readPosition(tx, empresa, { cuenta, hasta })
  if (descuadrado !== null) {
    const message = `The lines lead to ${descuadrado.saldo} at the end of EstadoCuentaBancario ${descuadrado.folio}, which is not its saldo_final.`
    return { code: 'VALIDATION', field: 'saldo_final', message }
  }
  const of = { cuenta, hasta, ids: null, limit: MAX_OPEN + 1 }
  const lines = await lockFreeLines(tx, empresa, of)
  const movements = await lockFreeMovements(tx, empresa, of)
  if (lines.length > MAX_OPEN || movements.length > MAX_OPEN) {
    const message = `More than ${MAX_OPEN} lines or movements are open up to ${hasta}; reconcile an earlier day first.`
    return { code: 'VALIDATION', field: 'fecha', message }
  }
  const rules = matchRules(await findReconciliationRules(tx, empresa, cuenta))
  const found = matchLines(rules, lines.map(matchable), movements.map(matchable))
  const matches = found.map(newMatch)
  const wanted = new Map([...ONE_DEED, [ITEM_COUNTER, itemsNeeded(matches)]])
  const numbers = numberSource(await takeNumbers(tx, empresa, wanted))
  await writeMatches(context, row, { matches, numbers, action: conciliar.name })
  const { diferencia } = figuresOf(await refreshFigures(context, row))
  const after = { conciliados: matches.length, diferencia }
  await recordDeed(context, { action: conciliar.name, row, after, event: null, numbers })
  return null
}

/** Those that pair lines with movements; a company without any has the usual ones. */
export function matchRules(rows: readonly ReconciliationRuleRow[]): readonly MatchRule[] {
  const own = rows.filter(({ crea_movimiento: makes }) => !makes)
  if (own.length === 0) return DEFAULT_RULES
  return own.map(
    ({ nombre, campo, tolerancia_dias: days, tolerancia_importe: amount, patron }) => ({
      nombre,
      campo,
      dias: days ?? DEFAULT_RULES.find((rule) => rule.campo === campo)?.dias ?? 0,
      tolerancia: cents(amount ?? '0'),
      patron,
    }),
  )
}

export function matchable(row: FreeRow | PositionItem): Matchable {
  return {
    id: row.id,
    fecha: row.fecha,
    descripcion: row.descripcion ?? '',
    referencia: row.referencia,
    claveRastreo: row.clave_rastreo,
    importe: cents(row.importe),
  }
}

function newMatch({ renglones, movimientos, regla }: Match): NewMatch {
  return { renglones: renglones.map(told), movimientos: movimientos.map(told), comentario: regla }
}

function told({ id, importe }: Matchable) {
  return { id, importe: amountText(importe) }
}
