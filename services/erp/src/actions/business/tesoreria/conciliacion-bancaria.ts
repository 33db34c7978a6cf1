import { ApiError, apiError, type ErrorEntry } from '../../../errors.ts'
import {
  DIFFERENCE_UNEXPLAINED,
  NAME_AT_LEAST_TWO,
  NOT_MATCHED_HERE,
  RECONCILE_EARLIER_DAY,
  SIDES_DIFFER,
  STATEMENT_DOES_NOT_ADD_UP,
  STATEMENTS_END_BEFORE,
  TOO_MANY_OPEN,
} from '../../../messages/bank-reconciliation.ts'
import type { Message } from '../../../messages/message.ts'
import { findOpenEntries } from '../../../store/journal-store.ts'
import { lockRows } from '../../../store/records/model-rows.ts'
import { jsonInput } from '../action-inputs.ts'
import type { ActionContext } from '../action.ts'
import { amountText, cents, sumOf } from '../cents.ts'
import type { Changes } from '../changes.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import type { ReversalPosting } from '../contabilidad/effects/write-entries.ts'
import { documentAction } from '../document-action.ts'
import { matchable, matchLines, matchRules, type Matchable } from './decisions/match-lines.ts'
import { figuresOf, kindOf, withFreed, type FreedItem } from './decisions/reconciliation-figures.ts'
import {
  LOCKS_ACCOUNT,
  magnitude,
  markStatements,
  matchAction,
  settleFigures,
  settleMatches,
  type NewMatch,
  type Reconciliation,
} from './effects/write-matches.ts'
import { demandFound, namedIds, NAMED_LINES } from './named-ids.ts'
import { MAX_OPEN, readPosition, type BankPosition } from './store/position-store.ts'
import {
  deleteItems,
  deleteOpenItems,
  findGroups,
  findLastNumbers,
  findReconciliationRules,
  lockFreeLines,
  lockFreeMovements,
  type FreeRow,
} from './store/reconciliation-store.ts'

// What the bank says against what the books say. @source docs/decisions/0256-erp-bank-reconciliation.md

const MODEL = 'ConciliacionBancaria'
const ITEMS = 'ConciliacionBancariaPartida'

/** Matches what is certain of a bank's lines with movements; the rest is left to people, or to registrar_movimiento. */
export const conciliar = matchAction({
  name: 'conciliar',
  label: 'Conciliar',
  inputs: [],
  run: async (work, row) => {
    const { tx, caller } = work.context
    const { empresa } = caller
    const { cuenta_bancaria: cuenta, fecha: hasta } = row
    const position = await readPosition(tx, empresa, { cuenta, hasta })
    const wrong = balanceProblem(position)
    if (wrong !== null) {
      work.batch.refuse(row.id, wrong)
      return
    }
    const details = { cuenta, hasta, ids: null, limit: MAX_OPEN + 1 }
    const lines = await lockFreeLines(tx, empresa, details)
    const movements = await lockFreeMovements(tx, empresa, details)
    if (lines.length > MAX_OPEN || movements.length > MAX_OPEN) {
      const message = RECONCILE_EARLIER_DAY({ most: MAX_OPEN, day: hasta })
      work.batch.refuse(row.id, problem('fecha', message))
      return
    }
    const rules = matchRules(await findReconciliationRules(tx, empresa, cuenta))
    const found = matchLines(rules, lines.map(matchable), movements.map(matchable))
    const statements = new Map(lines.map((line) => [line.id, line.estado_cuenta]))
    const matches = found.map(({ renglones, movimientos, regla }) => ({
      renglones: renglones.map((line) => ({
        ...amountOf(line),
        estado_cuenta: statements.get(line.id) ?? '',
      })),
      movimientos: movimientos.map(amountOf),
      comentario: regla,
    }))
    await settleMatches(work, row, { matches, position, noted: { conciliados: matches.length } })
  },
})

/** Matches lines of the bank with movements that somebody names: one or several of each, whose amounts are the same. */
export const conciliarPartida = matchAction({
  name: 'conciliar_partida',
  label: 'Conciliar partida',
  mode: 'url_action',
  inputs: [
    jsonInput(
      {
        name: 'renglones',
        label: 'Renglones',
        help: 'Los ids de los renglones del banco. Sin ellos, los movimientos deben anularse entre sí.',
        required: false,
      },
      NAMED_LINES,
    ),
    jsonInput(
      {
        name: 'movimientos',
        label: 'Movimientos',
        help: 'Los ids de los movimientos bancarios. Sin ellos, los renglones deben anularse entre sí.',
        required: false,
      },
      {
        items: {
          references: 'MovimientoBancario',
          filter: { cuenta_bancaria: { field: 'cuenta_bancaria' } },
        },
      },
    ),
  ],
  run: async (work, row) => {
    const { tx, caller } = work.context
    const { cuenta_bancaria: cuenta, fecha: hasta } = row
    const match = await namedMatch(work.context, row)
    const position = await readPosition(tx, caller.empresa, { cuenta, hasta })
    const noted = {
      renglones: match.renglones.map(({ id }) => Number(id)),
      movimientos: match.movimientos.map(({ id }) => Number(id)),
    }
    await settleMatches(work, row, { matches: [match], position, noted })
  },
})

/** Undoes matches; what registrar_movimiento made is cancelled, its entry taken back. */
export const desconciliar = matchAction({
  name: 'desconciliar',
  label: 'Desconciliar',
  mode: 'url_action',
  inputs: [
    jsonInput(
      {
        name: 'partidas',
        label: 'Partidas',
        help: 'Los ids de las partidas de la conciliación; con cada una, su grupo entero.',
        required: true,
      },
      { items: { references: ITEMS, filter: { conciliacion: { field: 'id' } } } },
    ),
  ],
  run: async (work, row) => {
    const { context, changes } = work
    const { tx, caller } = context
    const { cuenta_bancaria: cuenta, fecha: hasta } = row
    const named = namedIds(context, 'partidas')
    const items = await findGroups(tx, caller.empresa, { id: row.id, partidas: named })
    demandFound('partidas', named, { found: items, reason: NOT_MATCHED_HERE() })
    const position = await readPosition(tx, caller.empresa, { cuenta, hasta })
    const lines = await freeLines(
      work,
      items.flatMap(({ renglon }) => renglon ?? []),
    )
    const movements = await freeMovements(
      work,
      items.flatMap(({ movimiento }) => movimiento ?? []),
    )
    const own = movements.filter(({ isCancelled }) => isCancelled).map(({ id }) => id)
    changes.post({ reversals: await reversalsOf(context, own) })
    const ids = items.map(({ id }) => id)
    await deleteItems(tx, caller.empresa, ids)
    await markStatements(work, lines, 'free')
    await settleFigures(work, row, {
      position: withFreed(position, [...lines, ...movements], hasta),
      noted: { partidas: ids.map(Number) },
    })
  },
})

/** Closes reconciliations whose difference is explained to the cent, and keeps what explains it. */
export const cerrarConciliacion = documentAction('ConciliacionBancaria', {
  name: 'cerrar_conciliacion',
  label: 'Cerrar conciliación',
  fields: [
    'fecha',
    'cuenta_bancaria',
    'saldo_banco',
    'saldo_libros',
    'depositos_transito',
    'cheques_transito',
    'cargos_banco',
    'abonos_banco',
    'diferencia',
  ],
  locksFirst: LOCKS_ACCOUNT,
  run: async ({ context: { tx, caller }, batch, changes, move }) => {
    const { empresa } = caller
    for (const row of batch.remaining) {
      const { id, cuenta_bancaria: cuenta, fecha: hasta } = row
      const position = await readPosition(tx, empresa, { cuenta, hasta })
      const refused = closingProblem(position, hasta)
      if (refused !== null) {
        batch.refuse(id, refused)
        continue
      }
      const { partida } = await findLastNumbers(tx, empresa, id)
      await deleteOpenItems(tx, empresa, id)
      keep(changes, position, { conciliacion: id, partida })
      const figures = figuresOf(position)
      move(row, { fields: figures, told: { ...figures } })
    }
  },
})

/** Keeps what explains a difference, after the items that are there. */
function keep(
  changes: Changes,
  { items }: BankPosition,
  last: { readonly conciliacion: string; readonly partida: number },
): void {
  for (const [index, item] of items.entries()) {
    changes.insert(ITEMS, {
      conciliacion: last.conciliacion,
      partida: last.partida + index + 1,
      grupo: null,
      renglon: item.origen === 'banco' ? item.id : null,
      movimiento: item.origen === 'libros' ? item.id : null,
      tipo: kindOf(item),
      importe: magnitude(item.importe),
      comentario: item.descripcion,
    })
  }
}

function closingProblem(position: BankPosition, fecha: string): ErrorEntry | null {
  const { hasta_banco: until, items } = position
  if (until === null || until < fecha) {
    return problem('fecha', STATEMENTS_END_BEFORE({ day: fecha, until }))
  }
  if (items.length > MAX_OPEN) {
    return problem('fecha', TOO_MANY_OPEN({ most: MAX_OPEN }))
  }
  const wrong = balanceProblem(position)
  if (wrong !== null) return wrong
  const figures = figuresOf(position)
  if (cents(figures.diferencia) === 0n) return null
  const message = DIFFERENCE_UNEXPLAINED({
    bank: figures.saldo_banco,
    books: figures.saldo_libros,
    difference: figures.diferencia,
  })
  return problem('diferencia', message)
}

function balanceProblem({ descuadrado }: BankPosition): ErrorEntry | null {
  if (descuadrado === null) return null
  const { folio, saldo: balance } = descuadrado
  return problem('saldo_final', STATEMENT_DOES_NOT_ADD_UP({ folio, balance }))
}

function problem(field: string, message: Message): ErrorEntry {
  return { code: 'VALIDATION', field, message }
}

function amountOf({ id, importe }: Matchable) {
  return { id, importe: amountText(importe) }
}

async function namedMatch(
  context: ActionContext,
  { cuenta_bancaria: cuenta, fecha: hasta }: Reconciliation,
): Promise<NewMatch> {
  const { tx, caller } = context
  const wanted = {
    lines: namedIds(context, 'renglones'),
    movements: namedIds(context, 'movimientos'),
  }
  if (wanted.lines.length + wanted.movements.length < 2) {
    throw apiError('VALIDATION', NAME_AT_LEAST_TWO(), 'renglones')
  }
  const wantedOf = (ids: readonly string[]) => ({ cuenta, hasta, ids, limit: ids.length })
  const renglones = await lockFreeLines(tx, caller.empresa, wantedOf(wanted.lines))
  const movimientos = await lockFreeMovements(tx, caller.empresa, wantedOf(wanted.movements))
  demandFound('renglones', wanted.lines, { found: renglones })
  demandFound('movimientos', wanted.movements, { found: movimientos })
  const [bank, books] = [totalOf(renglones), totalOf(movimientos)]
  if (bank !== books) {
    const message = SIDES_DIFFER({ bank: amountText(bank), books: amountText(books) })
    throw apiError('VALIDATION', message, 'movimientos')
  }
  return { renglones, movimientos, comentario: null }
}

function totalOf(rows: readonly FreeRow[]): bigint {
  return sumOf(rows.map(({ importe }) => cents(importe)))
}

interface Undoing {
  readonly context: ActionContext
  readonly changes: Changes
}

async function freeLines({ context, changes }: Undoing, ids: readonly string[]) {
  const model = 'EstadoCuentaBancarioRenglon'
  const fields = ['fecha', 'cargo', 'abono', 'estado_cuenta'] as const
  const lines = [...(await lockRows(context, model, { ids, fields })).values()]
  for (const { id } of lines) changes.change(model, id, { conciliado: false, movimiento: null })
  return lines.map(({ id, fecha, cargo, abono, estado_cuenta }) => {
    const importe = amountText(cents(abono ?? '0') - cents(cargo ?? '0'))
    return { origen: 'banco' as const, id, fecha, importe, estado_cuenta, isCancelled: false }
  })
}

/** What a reconciliation made itself is cancelled. */
async function freeMovements(
  { context, changes }: Undoing,
  ids: readonly string[],
): Promise<readonly FreedItem[]> {
  const model = 'MovimientoBancario'
  const fields = ['fecha', 'importe', 'naturaleza', 'modelo.nombre'] as const
  const movements = [...(await lockRows(context, model, { ids, fields })).values()]
  return movements.map(({ id, fecha, naturaleza, importe: amount, 'modelo.nombre': modelo }) => {
    const isCancelled = modelo === MODEL
    const estado = isCancelled ? 'cancelado' : 'aplicado'
    changes.change(model, id, { conciliado: false, estado })
    const importe = naturaleza === 'abono' ? amount : amountText(-cents(amount))
    return { origen: 'libros', id, fecha, importe, isCancelled }
  })
}

/** @throws ApiError PERIOD_CLOSED when there is something to take back and today is in no open period */
async function reversalsOf(
  { tx, caller, moment }: ActionContext,
  movements: readonly string[],
): Promise<readonly ReversalPosting[]> {
  if (movements.length === 0) return []
  const documents = { model: 'MovimientoBancario', ids: movements }
  const open = await findOpenEntries(tx, caller.empresa, documents)
  const { today } = moment
  const periods = await loadPeriods(tx, caller.empresa, { days: [today], module: 'tesoreria' })
  const closed = periods.problemOf(today)
  if (closed !== null) throw new ApiError([closed])
  return open.map((entry) => ({
    open: entry,
    fecha: today,
    periodo: periods.idOf(today),
    concepto: `Reversa de ${entry.folio}`,
  }))
}
