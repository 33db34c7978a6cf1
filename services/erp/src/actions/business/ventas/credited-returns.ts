import { lockRows, rowsBelow } from '../../../store/records/model-rows.ts'
import type { ActionContext } from '../action.ts'
import type { Changes } from '../changes.ts'

/** Credit notes, of which some are of goods that came back. */
type Notes = readonly { readonly id: string; readonly devolucion: string | null }[]

/** The returns behind notes are credited. */
export async function creditReturns(
  context: ActionContext,
  changes: Changes,
  notes: Notes,
): Promise<void> {
  const ids = returnsOf(notes)
  await moveReturns(context, changes, { ids, from: 'recibida', to: 'acreditada' })
}

/**
 * What notes credited of returns is to be credited anew, since the notes, which had their CFDI, are cancelled; unless
 * another note credits the same goods.
 */
export async function openReturns(
  context: ActionContext,
  changes: Changes,
  notes: Notes,
): Promise<void> {
  const cancelled = new Set(notes.map(({ id }) => id))
  const all = returnsOf(notes)
  const below = { parent: 'devolucion', ids: all, fields: ['estado'] } as const
  const others = await rowsBelow(context, 'NotaCreditoVenta', below)
  const isCredited = (devolucion: string) =>
    (others.get(devolucion) ?? []).some(
      ({ id, estado }) => estado === 'aplicada' && !cancelled.has(id),
    )
  const ids = all.filter((devolucion) => !isCredited(devolucion))
  await moveReturns(context, changes, { ids, from: 'acreditada', to: 'recibida' })
}

function returnsOf(notes: Notes): readonly string[] {
  return notes.flatMap(({ devolucion }) => devolucion ?? [])
}

async function moveReturns(
  context: ActionContext,
  changes: Changes,
  {
    ids,
    from,
    to,
  }: Record<'from' | 'to', 'recibida' | 'acreditada'> & { readonly ids: readonly string[] },
): Promise<void> {
  const returns = await lockRows(context, 'DevolucionVenta', { ids, fields: ['estado'] })
  for (const row of returns.values())
    if (row.estado === from) changes.amend('DevolucionVenta', row, { estado: to })
}
