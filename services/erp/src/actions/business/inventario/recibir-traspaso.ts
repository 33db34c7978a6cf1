import { pending } from '../../../dictionary/input-shape.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { statesBefore } from '../../documents/state-table.ts'
import { jsonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { DocumentBatch } from '../document-batch.ts'
import { quantity, quantityText } from '../quantity.ts'
import { leftOf, type UnderWay } from './decisions/transfer-lines.ts'
import { lineQuantities } from './line-quantities.ts'
import { settleTransfers } from './settle-transfers.ts'
import { findTransferLines, lockTransfers, type TransferLineRow } from './store/transfer-store.ts'
import { TRASPASO_ALMACEN_STATES } from './traspaso-almacen-states.ts'

/**
 * Brings what a transfer sent into its second warehouse: all of it, or what `partidas` says arrived.
 * @source docs/decisions/0243-erp-stock.md
 */
export const recibirTraspaso: RecordAction = {
  model: 'TraspasoAlmacen',
  name: 'recibir_traspaso',
  label: 'Recibir traspaso',
  mode: 'grid_action',
  inputs: [
    jsonInput(
      {
        name: 'partidas',
        label: 'Partidas',
        help: 'Lo que llegó, por partida: [{"partida": 1, "cantidad": "5"}]. Sin ello, todo lo que falta.',
        required: false,
      },
      {
        lines: {
          relation: 'partidas',
          key: 'partida',
          columns: [pending('cantidad_enviada', 'cantidad_recibida')],
        },
      },
    ),
  ],
  emits: ['recibido', 'recibido_parcial'],
  run: receive,
}

async function receive(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller } = context
  const arrived = lineQuantities(context)
  const batch = new DocumentBatch(ids, await lockTransfers(tx, caller.empresa, ids), {
    model: recibirTraspaso.model,
    states: statesBefore(TRASPASO_ALMACEN_STATES, recibirTraspaso.name),
  })
  const found = await findTransferLines(
    tx,
    caller.empresa,
    batch.remaining.map(({ id }) => id),
  )
  const lines = Map.groupBy(found, ({ traspaso }) => traspaso)
  const parts = new Map<string, readonly UnderWay[]>()
  for (const { id } of batch.remaining) {
    const some = partsOf(lines.get(id) ?? [], arrived)
    if ('problems' in some) batch.refuse(id, ...some.problems)
    else parts.set(id, some.parts)
  }
  await settleTransfers(context, batch, {
    action: recibirTraspaso,
    reason: null,
    to: 'destino',
    lines,
    parts,
    stateAfter: (_transfer, isAll) => (isAll ? 'recibido' : 'recibido_parcial'),
  })
  return batch.outcome
}

function partsOf(
  lines: readonly TransferLineRow[],
  arrived: ReadonlyMap<number, string> | null,
): { readonly parts: readonly UnderWay[] } | { readonly problems: readonly ErrorEntry[] } {
  if (arrived === null) {
    return { parts: lines.map((row) => ({ row, cantidad: leftOf(row) })).filter(isSome) }
  }
  const byNumber = new Map(lines.map((row) => [row.partida, row]))
  const problems: ErrorEntry[] = []
  const parts = [...arrived].flatMap(([partida, text]) => {
    const row = byNumber.get(partida)
    const left = row === undefined ? 0n : leftOf(row)
    const cantidad = quantity(text)
    if (row !== undefined && cantidad <= left) return [{ row, cantidad }]
    const message = `Line ${partida}: ${quantityText(left)} is under way, not ${text}.`
    problems.push({ code: 'VALIDATION', field: 'partidas', message })
    return []
  })
  return problems.length > 0 ? { problems } : { parts }
}

function isSome({ cantidad }: UnderWay): boolean {
  return cantidad > 0n
}
