import type { Picked } from '../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { COLLECTION_KEPT } from '../../../messages/collections.ts'
import type { Message } from '../../../messages/message.ts'
import { findOpenEntries, type OpenEntry } from '../../../store/journal-store.ts'
import { findModelId } from '../../../store/numbers/model-number-store.ts'
import { lockRowsBelow, rowsBelow } from '../../../store/records/model-rows.ts'
import type { ActionContext, RecordAction } from '../action.ts'
import { cents } from '../cents.ts'
import type { Changes } from '../changes.ts'
import { loadPeriods, type Periods } from '../contabilidad/accounting-periods.ts'
import { reversalOf } from '../contabilidad/reversal-of.ts'
import { documentAction, type DocumentWork } from '../document-action.ts'
import {
  cancelMoneyMove,
  isReconciled,
  lockMoneyMoves,
  moveMoney,
  type MoneyMove,
} from '../tesoreria/effects/move-money.ts'
import { creditedProblem } from './decisions/favor.ts'
import { isInvoiced, isStanding } from './decisions/invoiced-advance.ts'
import { OpenReceivable } from './decisions/receivable-state.ts'
import { settleReceivables } from './effects/settle-receivables.ts'
import { lockReceivables } from './store/open-receivable-store.ts'
import { findPaidNotes } from './store/paid-note-store.ts'

// Takes collections back: what they paid is owed again, their entries are reversed today, the advance that was left of
// them ends. @source docs/decisions/0252-erp-cash.md

const MODEL = 'CobroCliente'
const LINES = 'CobroClienteAplicacion'
const ADVANCE = 'AnticipoVenta'
const ADVANCE_FIELDS = ['folio', 'estado', 'saldo', 'tasa_iva', 'cfdi', 'cfdi.estado'] as const
const FIELDS = [
  'cliente',
  'cliente.razon_social',
  'forma_pago',
  'forma_pago.cuenta_bancaria',
  'moneda',
  'tipo_cambio',
  'importe',
  'cuenta_bancaria',
  'movimiento',
  'complemento',
  'complemento.estado',
  'motivo',
] as const

type Row = Picked<typeof MODEL, (typeof FIELDS)[number] | 'folio'>
type Advance = Picked<typeof ADVANCE, (typeof ADVANCE_FIELDS)[number] | 'cobro'>
type State = 'cancelado' | 'devuelto'

/** Takes money back that was never collected, or a draft. */
export const cancelarCobro = takesBack('cancelar_cobro', {
  label: 'Cancelar cobro',
  to: 'cancelado',
})

/** Takes money back that the bank returned: a cheque without funds, a transfer that was rejected. */
export const devolverCobro = takesBack('devolver_cobro', {
  label: 'Devolver cobro',
  to: 'devuelto',
})

function takesBack(
  name: 'cancelar_cobro' | 'devolver_cobro',
  { label, to }: { readonly label: string; readonly to: State },
): RecordAction {
  return documentAction('CobroCliente', {
    name,
    label,
    hasReason: true,
    fields: FIELDS,
    run: (work) => takeBack(work, to),
  })
}

async function takeBack(
  { context, batch, changes, move, reason }: DocumentWork<typeof MODEL, (typeof FIELDS)[number]>,
  to: State,
): Promise<void> {
  const { today } = context.moment
  const applied = batch.remaining.filter(({ estado }) => estado === 'aplicado')
  const facts = await loadFacts(context, applied)
  for (const row of applied) {
    const problem = problemOf(row, facts, to)
    if (problem !== null) batch.refuse(row.id, problem)
  }
  const touched = batch.remaining.flatMap(({ id }) => giveBack(facts, id))
  await settleReceivables(context, changes, touched)
  for (const row of batch.remaining) {
    const open = facts.entries.get(row.id) ?? []
    move(row, {
      fields: { motivo: reason },
      told: { importe: row.importe, motivo: reason },
      noted: { reversadas: open.map(({ folio }) => folio) },
    })
    changes.post({
      reversals: open.map((entry) =>
        reversalOf(entry, { folio: row.folio, day: today, periods: facts.periods }),
      ),
    })
    for (const advance of facts.advances.get(row.id) ?? [])
      changes.amend(ADVANCE, advance, { estado: to, saldo: '0.00' })
    const moved = facts.moves.get(row.movimiento ?? '')
    if (moved === undefined) continue
    // Of what the bank returned the money leaves again; what never was leaves no trace at the bank.
    if (to === 'devuelto') withdraw(changes, row, { ...facts, today })
    else cancelMoneyMove(changes, moved)
  }
}

interface Facts {
  readonly lines: ReadonlyMap<
    string,
    readonly Picked<typeof LINES, 'cuenta' | 'importe' | 'descuento'>[]
  >
  readonly receivables: ReadonlyMap<string, OpenReceivable>
  readonly moves: ReadonlyMap<string, MoneyMove>
  /** Credit notes of what was paid of receivables. */
  readonly notes: ReadonlyMap<string, string>
  readonly advances: ReadonlyMap<string, readonly Advance[]>
  readonly entries: ReadonlyMap<string, readonly OpenEntry[]>
  readonly closed: ErrorEntry | null
  readonly periods: Periods
  /** The ModeloSistema of collections. */
  readonly modelo: string
}

async function loadFacts(context: ActionContext, rows: readonly Row[]): Promise<Facts> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const ids = rows.map(({ id }) => id)
  const [advances, lines] = await Promise.all([
    lockRowsBelow(context, ADVANCE, { parent: 'cobro', ids, fields: ADVANCE_FIELDS }),
    rowsBelow(context, LINES, { parent: 'cobro', ids, fields: ['cuenta', 'importe', 'descuento'] }),
  ])
  const cuentas = [...new Set([...lines.values()].flat().map(({ cuenta }) => cuenta))]
  const locked = await lockReceivables(tx, empresa, cuentas)
  const [moves, entries, periods, notes, modelo] = await Promise.all([
    lockMoneyMoves(context, rows),
    findOpenEntries(tx, empresa, { model: MODEL, ids }),
    loadPeriods(tx, empresa, { days: [moment.today], module: 'tesoreria' }),
    findPaidNotes(tx, empresa, cuentas),
    findModelId(tx, MODEL),
  ])
  return {
    lines,
    receivables: new Map([...locked].map(([id, row]) => [id, new OpenReceivable(row)])),
    moves,
    notes,
    advances: new Map(
      [...advances].map(([cobro, own]) => [
        cobro,
        own.filter(({ estado }) => estado !== 'cancelado'),
      ]),
    ),
    entries: Map.groupBy(entries, ({ registro }) => registro ?? ''),
    closed: periods.problemOf(moment.today),
    periods,
    modelo,
  }
}

function problemOf(row: Row, facts: Facts, to: State): ErrorEntry | null {
  const reason =
    complementReason(row) ??
    advanceReason(row, facts.advances.get(row.id) ?? []) ??
    depositReason(row, facts.moves.get(row.movimiento ?? ''), to)
  if (reason !== null) return { code: 'INVALID_STATE', message: reason }
  for (const { cuenta } of facts.lines.get(row.id) ?? []) {
    const problem =
      facts.receivables.get(cuenta)?.closedProblem ?? creditedProblem(cuenta, facts.notes)
    if (problem !== null) return problem
  }
  return facts.closed
}

function complementReason({ id, complemento, 'complemento.estado': state }: Row): Message | null {
  if (complemento === null || !isStanding(state)) return null
  return COLLECTION_KEPT.complement({ id, cfdi: complemento, state: String(state) })
}

function advanceReason({ id }: Row, advances: readonly Advance[]): Message | null {
  const invoiced = advances.find(isInvoiced)
  if (invoiced !== undefined) {
    const { folio: advance, cfdi } = invoiced
    return COLLECTION_KEPT.invoicedAdvance({ id, advance, cfdi: cfdi ?? '' })
  }
  const used = advances.find(({ estado }) => estado !== 'pendiente')
  return used === undefined
    ? null
    : COLLECTION_KEPT.usedAdvance({ id, advance: used.folio, state: used.estado })
}

function depositReason({ id }: Row, moved: MoneyMove | undefined, to: State): Message | null {
  if (to !== 'cancelado' || moved === undefined || !isReconciled(moved)) return null
  return COLLECTION_KEPT.deposited({ id, movement: moved.folio })
}

/** The receivables that a collection paid, to which it gives back what it took. */
function giveBack({ lines, receivables }: Facts, cobro: string): readonly OpenReceivable[] {
  return (lines.get(cobro) ?? []).map(({ cuenta, importe, descuento }) => {
    const receivable = receivables.get(cuenta)
    if (receivable === undefined) throw new Error(`CuentaPorCobrar ${cuenta} was not read`)
    receivable.giveBack(cents(importe) + cents(descuento ?? '0'))
    return receivable
  })
}

function withdraw(
  changes: Changes,
  row: Row,
  { modelo, today }: Facts & { readonly today: string },
): void {
  moveMoney(changes, {
    fecha: today,
    cuenta_bancaria: row.cuenta_bancaria ?? row['forma_pago.cuenta_bancaria'] ?? '',
    tipo: 'retiro',
    naturaleza: 'cargo',
    forma_pago: row.forma_pago,
    importe: row.importe,
    moneda: row.moneda,
    tipo_cambio: row.tipo_cambio,
    referencia: row.folio,
    beneficiario: row['cliente.razon_social'],
    cliente: row.cliente,
    poliza: changes.entryOf(row.id),
    modelo,
    registro: row.id,
  })
}
