import type { ActionContext } from '../../action.ts'
import { amountText, cents } from '../../cents.ts'
import { figuresOf } from '../decisions/reconciliation-figures.ts'
import { readPosition, type BankPosition } from '../store/position-store.ts'
import {
  deleteOpenItems,
  findLastNumbers,
  insertItems,
  writeFigures,
  type FreeRow,
  type NewItem,
  type ReconciliationRow,
} from '../store/reconciliation-store.ts'
import { markLines } from './mark-lines.ts'

type Matched = Pick<FreeRow, 'id' | 'importe'>

/** Lines and movements that are the same, with what says so. */
export interface NewMatch {
  readonly renglones: readonly Matched[]
  readonly movimientos: readonly Matched[]
  readonly comentario: string | null
}

/** The counter that numbers the items of reconciliations. */
export const ITEM_COUNTER = 'conciliacion_bancaria_partida'

/** How many items matches become: one for a line and its movement, else one for each. */
export function itemsNeeded(matches: readonly NewMatch[]): number {
  return matches.reduce((sum, match) => sum + membersOf(match).length, 0)
}

interface Member {
  readonly renglon: string | null
  readonly movimiento: string | null
  readonly importe: string
}

function membersOf({ renglones, movimientos }: NewMatch): readonly Member[] {
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

/** Writes matches into a reconciliation, and marks what they match. */
export async function writeMatches(
  context: ActionContext,
  reconciliation: ReconciliationRow,
  of: {
    readonly matches: readonly NewMatch[]
    /** As many as `itemsNeeded` says were taken from `ITEM_COUNTER`. */
    readonly numbers: (counter: string) => number
    /** The action that matches. */
    readonly action: string
  },
): Promise<void> {
  if (of.matches.length === 0) return
  const { tx, caller, moment } = context
  const { id } = reconciliation
  const { empresa } = caller
  const last = await findLastNumbers(tx, empresa, id)
  const items: NewItem[] = []
  for (const [index, match] of of.matches.entries()) {
    for (const member of membersOf(match)) {
      items.push({
        id: of.numbers(ITEM_COUNTER),
        partida: last.partida + items.length + 1,
        grupo: last.grupo + index + 1,
        tipo: 'conciliada',
        comentario: match.comentario,
        ...member,
        importe: amountText(magnitude(member.importe)),
      })
    }
  }
  await insertItems(tx, empresa, { id, items, now: moment.now })
  await markLines(context, of.action, {
    renglones: of.matches.flatMap(({ renglones, movimientos }) =>
      renglones.map((line) => ({
        id: line.id,
        movimiento: movimientos.length === 1 ? (movimientos[0]?.id ?? null) : null,
      })),
    ),
    movimientos: of.matches.flatMap(({ movimientos }) => movimientos.map((one) => one.id)),
    isMatched: true,
  })
}

function magnitude(importe: string): bigint {
  const amount = cents(importe)
  return amount < 0n ? -amount : amount
}

/** Writes what the account has now into a reconciliation that is under way. */
export async function refreshFigures(
  { tx, caller, moment }: ActionContext,
  { id, cuenta_bancaria: cuenta, fecha: hasta }: ReconciliationRow,
): Promise<BankPosition> {
  await deleteOpenItems(tx, caller.empresa, id)
  const position = await readPosition(tx, caller.empresa, { cuenta, hasta })
  const figures = figuresOf(position)
  const estado = cents(figures.diferencia) === 0n ? 'en_proceso' : 'con_diferencias'
  await writeFigures(tx, caller.empresa, { id, figures: { ...figures, estado }, now: moment.now })
  return position
}
