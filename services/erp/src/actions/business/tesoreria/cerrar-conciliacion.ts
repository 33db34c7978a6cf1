import type { ErrorEntry } from '../../../errors.ts'
import { numberSource, takeNumbers } from '../../../store/counter-store.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { BatchOutcome } from '../batch-outcome.ts'
import { amountText, cents } from '../cents.ts'
import { figuresOf, kindOf } from './decisions/reconciliation-figures.ts'
import { ITEM_COUNTER } from './effects/write-matches.ts'
import { ONE_DEED, openReconciliations, recordDeed } from './open-reconciliations.ts'
import { MAX_OPEN, readPosition, type BankPosition } from './store/position-store.ts'
import {
  deleteOpenItems,
  findLastNumbers,
  insertItems,
  writeFigures,
  type ReconciliationRow,
} from './store/reconciliation-store.ts'

/**
 * Closes reconciliations whose difference is explained to the cent, and keeps what explains it.
 * @source docs/decisions/0256-erp-bank-reconciliation.md
 */
export const cerrarConciliacion: RecordAction = {
  model: 'ConciliacionBancaria',
  name: 'cerrar_conciliacion',
  label: 'Cerrar conciliación',
  mode: 'grid_action',
  inputs: [],
  emits: ['conciliada'],
  run: close,
}

async function close(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller } = context
  const batch = new BatchOutcome()
  for (const row of await openReconciliations(context, ids, batch)) {
    const { cuenta_bancaria: cuenta, fecha: hasta } = row
    const position = await readPosition(tx, caller.empresa, { cuenta, hasta })
    const problem = problemOf(position, row)
    if (problem === null) await write(context, row, position)
    else batch.refuse(row.id, problem)
  }
  return batch.outcome()
}

function problemOf(position: BankPosition, { fecha }: ReconciliationRow): ErrorEntry | null {
  const { hasta_banco: until, items, descuadrado } = position
  if (until === null || until < fecha) {
    const message = `fecha is ${fecha}, but the statements of the account reach ${until ?? 'no day'}; import the next one.`
    return problem('fecha', message)
  }
  if (items.length > MAX_OPEN) {
    return problem('fecha', `More than ${MAX_OPEN} lines and movements are open.`)
  }
  if (descuadrado !== null) {
    const message = `The lines lead to ${descuadrado.saldo} at the end of EstadoCuentaBancario ${descuadrado.folio}, which is not its saldo_final.`
    return problem('saldo_final', message)
  }
  const figures = figuresOf(position)
  if (cents(figures.diferencia) === 0n) return null
  const message = `The bank says ${figures.saldo_banco} and the books ${figures.saldo_libros}; ${figures.diferencia} of it is explained by nothing.`
  return problem('diferencia', message)
}

function problem(field: string, message: string): ErrorEntry {
  return { code: 'VALIDATION', field, message }
}

async function write(
  context: ActionContext,
  row: ReconciliationRow,
  position: BankPosition,
): Promise<void> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { items } = position
  const wanted = new Map([...ONE_DEED, [ITEM_COUNTER, items.length]])
  const last = await findLastNumbers(tx, empresa, row.id)
  const numbers = numberSource(await takeNumbers(tx, empresa, wanted))
  const { now } = moment
  const figures = figuresOf(position)
  await deleteOpenItems(tx, empresa, row.id)
  await insertItems(tx, empresa, {
    id: row.id,
    items: items.map((item, index) => {
      const amount = cents(item.importe)
      return {
        id: numbers(ITEM_COUNTER),
        partida: last.partida + index + 1,
        grupo: null,
        renglon: item.origen === 'banco' ? item.id : null,
        movimiento: item.origen === 'libros' ? item.id : null,
        tipo: kindOf(item),
        importe: amountText(amount < 0n ? -amount : amount),
        comentario: item.descripcion,
      }
    }),
    now,
  })
  const estado = 'conciliada'
  await writeFigures(tx, empresa, { id: row.id, figures: { ...figures, estado }, now })
  const after = { estado, ...figures }
  await recordDeed(context, { action: cerrarConciliacion.name, row, after, event: estado, numbers })
}
