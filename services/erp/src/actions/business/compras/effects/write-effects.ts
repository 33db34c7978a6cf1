import type { NewSignature, Signer } from '../store/approval-store.ts'
import { insertSignatures } from '../store/approval-store.ts'
import { AUDIT_COUNTER, recordAudit } from '../../../../store/audit-store.ts'
import { commitBudgets, type BudgetNeed } from '../store/budget-store.ts'
import {
  insertEntries,
  insertEntryLines,
  insertReversedLines,
  type OpenEntry,
} from '../../../../store/journal-store.ts'
import {
  enqueueEvents,
  enqueueMails,
  type OutboxEvent,
  type OutboxMail,
} from '../../../../store/outbox-store.ts'
import { changePurchases, type PurchaseChange, type PurchaseRow } from '../store/purchase-store.ts'
import type { ActionContext } from '../../action.ts'
import { amountText } from '../../cents.ts'
import { takeNumbering, type FolioSeries, type Numbering } from './entry-folios.ts'
import type { PlannedEntry } from '../decisions/journal.ts'

/** An entry with its day and period. */
interface DatedEntry extends PlannedEntry {
  readonly fecha: string
  readonly periodo: string
}

export interface DatedReversal {
  readonly open: OpenEntry
  readonly fecha: string
  readonly periodo: string
  readonly concepto: string
}

/** Everything that an action does to one purchase. */
export interface PurchaseEffect {
  readonly purchase: PurchaseRow
  readonly change: PurchaseChange
  readonly signature: Omit<NewSignature, 'id'> | null
  readonly needs: readonly BudgetNeed[]
  readonly entry: DatedEntry | null
  readonly reversals: readonly DatedReversal[]
  readonly mails: readonly OutboxMail[]
  readonly event: OutboxEvent
  /** What the audit log records beyond the state. */
  readonly audit: Readonly<Record<string, unknown>>
}

/**
 * Writes the effects of an action on all its purchases: a handful of statements, however many purchases there are. The
 * counters are locked last, see `takeEntryNumbers`.
 */
export async function writeEffects(
  context: ActionContext,
  action: { readonly name: string; readonly reason: string | null },
  effects: readonly PurchaseEffect[],
): Promise<void> {
  if (effects.length === 0) return
  const { tx, caller, moment } = context
  const signer: Signer = { usuarioId: caller.usuarioId, ...moment }
  const numbering = await takeNumbering(tx, caller.empresa, {
    counters: countersOf(effects),
    series: seriesOf(effects),
  })
  const { numbers } = numbering
  const commitmentYear = moment.today.slice(2, 4)
  const commitments = effects.flatMap(({ needs }) =>
    needs.map((need) => {
      const number = String(numbers(COMMITMENT_FOLIO)).padStart(6, '0')
      return {
        ...need,
        id: numbers('compromiso_presupuesto'),
        folio: `CP-${commitmentYear}-${number}`,
      }
    }),
  )
  const signatures = effects.flatMap(({ signature }) =>
    signature === null ? [] : [{ ...signature, id: String(numbers('compra_autorizacion')) }],
  )
  await Promise.all([
    changePurchases(tx, caller.empresa, {
      changes: effects.map(({ change }) => change),
      now: moment.now,
    }),
    insertSignatures(tx, caller.empresa, { signatures, signer }),
    commitBudgets(tx, caller.empresa, { commitments, now: moment.now }),
    writeEntries(context, effects, numbering),
    enqueueMails(tx, caller.empresa, {
      mails: effects.flatMap(({ mails }) => mails),
      now: moment.now,
    }),
    enqueueEvents(tx, caller.empresa, {
      events: effects.map(({ event }) => event),
      now: moment.now,
    }),
    recordAudit(tx, caller, {
      entries: effects.map((effect) => auditOf(effect, action, numbers(AUDIT_COUNTER))),
      now: moment.now,
    }),
  ])
}

const COMMITMENT_FOLIO = 'folio:compromiso_presupuesto'

function countersOf(effects: readonly PurchaseEffect[]): ReadonlyMap<string, number> {
  const count = (of: (effect: PurchaseEffect) => number) =>
    effects.reduce((sum, effect) => sum + of(effect), 0)
  const commitments = count(({ needs }) => needs.length)
  return new Map([
    ['compra_autorizacion', count(({ signature }) => (signature === null ? 0 : 1))],
    ['compromiso_presupuesto', commitments],
    [COMMITMENT_FOLIO, commitments],
    ['poliza', count(({ entry, reversals }) => (entry === null ? 0 : 1) + reversals.length)],
    [
      'poliza_partida',
      count(
        ({ entry, reversals }) =>
          (entry?.lines.length ?? 0) + reversals.reduce((sum, { open }) => sum + open.lineas, 0),
      ),
    ],
    [AUDIT_COUNTER, effects.length],
  ])
}

/** The series of every entry, in the order in which `writeEntries` asks for its folios. */
function seriesOf(effects: readonly PurchaseEffect[]): readonly FolioSeries[] {
  return effects.flatMap(({ entry, reversals }) => [
    ...(entry === null
      ? []
      : [{ tipo: entry.rule.tipo_clave, reinicia: entry.rule.reinicia, fecha: entry.fecha }]),
    ...reversals.map(({ open, fecha }) => ({
      tipo: open.tipo_clave,
      reinicia: open.reinicia,
      fecha,
    })),
  ])
}

async function writeEntries(
  { tx, caller, moment }: ActionContext,
  effects: readonly PurchaseEffect[],
  numbering: Numbering,
): Promise<void> {
  const posting = { usuarioId: caller.usuarioId, now: moment.now }
  const written = effects.flatMap((effect) => [
    ...(effect.entry === null ? [] : [newEntry(effect.purchase, effect.entry, numbering)]),
    ...effect.reversals.map((reversal) => counterEntry(effect.purchase, reversal, numbering)),
  ])
  const { empresa } = caller
  await Promise.all([
    insertEntries(tx, empresa, { entries: written.map(({ entry }) => entry), posting }),
    insertEntryLines(tx, empresa, { lines: written.flatMap(({ lines }) => lines), posting }),
    insertReversedLines(tx, empresa, {
      reversals: written.flatMap(({ reversal }) => reversal ?? []),
      posting,
    }),
  ])
}

function newEntry(purchase: PurchaseRow, planned: DatedEntry, { numbers, nextFolio }: Numbering) {
  const id = numbers('poliza')
  const project = purchase.dimensiones['proyecto'] ?? null
  const entry = {
    id,
    folio: nextFolio(),
    fecha: planned.fecha,
    tipo: planned.rule.tipo,
    periodo: planned.periodo,
    concepto: planned.concepto,
    registro: purchase.id,
    total: amountText(planned.total),
    reversa: null,
  }
  const lines = planned.lines.map((line, index) => ({
    id: numbers('poliza_partida'),
    poliza: id,
    partida: index + 1,
    cuenta: line.cuenta,
    concepto: line.concepto,
    cargo: amountText(line.cargo),
    abono: amountText(line.abono),
    moneda: purchase.moneda,
    tipo_cambio: purchase.tipo_cambio,
    importe_moneda: amountText(line.importeMoneda),
    centro_costo: line.centroCosto,
    proyecto: project === null ? null : String(project),
    proveedor: line.proveedor,
    referencia: purchase.folio,
  }))
  return { entry, lines, reversal: null }
}

function counterEntry(
  purchase: PurchaseRow,
  reversal: DatedReversal,
  { numbers, nextFolio }: Numbering,
) {
  const id = numbers('poliza')
  const { open } = reversal
  const first = Array.from({ length: open.lineas }, () => numbers('poliza_partida'))[0] ?? 0
  const entry = {
    id,
    folio: nextFolio(),
    fecha: reversal.fecha,
    tipo: open.tipo,
    periodo: reversal.periodo,
    concepto: reversal.concepto,
    registro: purchase.id,
    total: open.total,
    reversa: open.id,
  }
  return { entry, lines: [], reversal: { poliza: id, primera: first, reversa: open.id } }
}

function auditOf(
  { purchase, change, audit }: PurchaseEffect,
  action: { readonly name: string; readonly reason: string | null },
  id: number,
) {
  return {
    id,
    model: 'Compra',
    recordId: purchase.id,
    operation: 'accion' as const,
    action: action.name,
    reason: action.reason,
    before: { estado: purchase.estado },
    after: { estado: change.estado, ...audit },
  }
}
