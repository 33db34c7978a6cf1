import type { RecordAction } from '../../action.ts'
import { amountText, cents } from '../../cents.ts'
import { documentAction, type DocumentWork } from '../../document-action.ts'
import { Later } from '../../later.ts'
import {
  figuresOf,
  withMatched,
  type AccountBalances,
} from '../decisions/reconciliation-figures.ts'
import { OPEN_RECONCILIATIONS } from '../open-reconciliations.ts'
import {
  deleteOpenItems,
  findLastNumbers,
  lockStatements,
  type FreeLine,
} from '../store/reconciliation-store.ts'

const MODEL = 'ConciliacionBancaria'
const FIELDS = ['fecha', 'cuenta_bancaria', 'diferencia'] as const

/** An account is reconciled by one at a time. */
export const LOCKS_ACCOUNT = { reference: 'cuenta_bancaria', called: 'account' } as const

export type MatchWork = DocumentWork<typeof MODEL, (typeof FIELDS)[number]>
export type Reconciliation = MatchWork['batch']['remaining'][number]

/** An action that makes or undoes matches of reconciliations that are open, one after the other. */
export function matchAction(
  action: Pick<RecordAction, 'name' | 'label' | 'inputs'> & {
    readonly mode?: 'url_action'
    /** Called without a reconciliation too, where it was refused. */
    readonly first?: (work: MatchWork) => Promise<void>
    readonly run: (work: MatchWork, row: Reconciliation) => Promise<void>
  },
): RecordAction {
  return documentAction(OPEN_RECONCILIATIONS, {
    ...action,
    emits: [],
    fields: FIELDS,
    locksFirst: LOCKS_ACCOUNT,
    oneByOne: true,
    run: async (work) => {
      await action.first?.(work)
      for (const row of work.batch.remaining) await action.run(work, row)
    },
  })
}

/** A movement that exists, or that this action makes as matched. */
interface MatchedMovement {
  readonly id: string | Later
  /** Above zero what came in. */
  readonly importe: string
}

type MatchedLine = Pick<FreeLine, 'id' | 'estado_cuenta' | 'importe'>

/** Lines and movements that are the same, with what says so. */
export interface NewMatch {
  readonly renglones: readonly MatchedLine[]
  readonly movimientos: readonly MatchedMovement[]
  readonly comentario: string | null
}

/** Writes matches into a reconciliation, and what the account has then; the audit log gets what is `noted`. */
export async function settleMatches(
  work: MatchWork,
  row: Reconciliation,
  details: {
    readonly matches: readonly NewMatch[]
    /** What the account had before. */
    readonly position: AccountBalances
    readonly noted: object
  },
): Promise<void> {
  const { matches, noted } = details
  await writeMatches(work, row, matches)
  const lines = matches.flatMap(({ renglones }) => renglones)
  const matched = [
    ...lines.map(({ id }) => ({ origen: 'banco' as const, id })),
    ...matches.flatMap(({ movimientos }) =>
      movimientos.flatMap(({ id }) =>
        typeof id === 'string' ? [{ origen: 'libros' as const, id }] : [],
      ),
    ),
  ]
  await markStatements(work, lines, 'matched')
  await settleFigures(work, row, { position: withMatched(details.position, matched), noted })
}

async function writeMatches(
  { context: { tx, caller }, changes }: MatchWork,
  { id: conciliacion }: Reconciliation,
  matches: readonly NewMatch[],
): Promise<void> {
  if (matches.length === 0) return
  const last = await findLastNumbers(tx, caller.empresa, conciliacion)
  let { partida } = last
  for (const [index, match] of matches.entries()) {
    const { renglones, movimientos, comentario } = match
    for (const { importe, ...member } of membersOf(match)) {
      partida += 1
      changes.insert('ConciliacionBancariaPartida', {
        conciliacion,
        partida,
        grupo: last.grupo + index + 1,
        tipo: 'conciliada',
        importe: magnitude(importe),
        comentario,
        ...member,
      })
    }
    const only = movimientos.length === 1 ? (movimientos[0]?.id ?? null) : null
    for (const { id } of renglones) {
      const marks = { conciliado: true, movimiento: only }
      changes.change('EstadoCuentaBancarioRenglon', id, marks)
    }
    for (const { id } of movimientos) {
      if (id instanceof Later) continue
      changes.change('MovimientoBancario', id, { conciliado: true, estado: 'conciliado' })
    }
  }
}

/** The items of a match: one for a line and its movement, else one for each. */
function membersOf({ renglones, movimientos }: NewMatch) {
  const [line] = renglones
  const [movement] = movimientos
  if (renglones.length === 1 && movimientos.length === 1 && line !== undefined) {
    return [{ renglon: line.id, movimiento: movement?.id ?? null, importe: line.importe }]
  }
  return [
    ...renglones.map(({ id, importe }) => ({ renglon: id, movimiento: null, importe })),
    ...movimientos.map(({ id, importe }) => ({ renglon: null, movimiento: id, importe })),
  ]
}

/** An amount without its side. */
export function magnitude(importe: string): string {
  const amount = cents(importe)
  return amountText(amount < 0n ? -amount : amount)
}

/** Moves the statements of lines that are matched or free now by what is left of them. */
export async function markStatements(
  { context: { tx, caller }, changes }: MatchWork,
  lines: readonly { readonly estado_cuenta: string }[],
  now: 'matched' | 'free',
): Promise<void> {
  const own = Map.groupBy(lines, (line) => line.estado_cuenta)
  const model = 'EstadoCuentaBancario'
  for (const statement of await lockStatements(tx, caller.empresa, [...own.keys()])) {
    const { id, estado, libres } = statement
    const isWhole = now === 'matched' && libres === own.get(id)?.length
    const to = isWhole ? 'conciliado' : 'en_conciliacion'
    changes.change(model, id, { estado: to })
    if (to === estado) continue
    changes.record({ model, id, before: { estado }, after: { estado: to }, event: null })
  }
}

/** Writes what the account has now into a reconciliation that stays open. */
export async function settleFigures(
  { context: { tx, caller }, changes }: MatchWork,
  { id, folio, estado, diferencia }: Reconciliation,
  { position, noted }: { readonly position: AccountBalances; readonly noted: object },
): Promise<void> {
  await deleteOpenItems(tx, caller.empresa, id)
  const figures = figuresOf(position)
  const isExplained = cents(figures.diferencia) === 0n
  changes.change(MODEL, id, {
    ...figures,
    estado: isExplained ? 'en_proceso' : 'con_diferencias',
  })
  changes.record({
    model: MODEL,
    id,
    before: { estado, diferencia },
    after: { folio, ...noted, diferencia: figures.diferencia },
    event: null,
  })
}
