import { lockRows } from '../../../store/records/model-rows.ts'
import type { ActionContext } from '../action.ts'
import type { Changes } from '../changes.ts'

/** Credit notes, of which some are of goods that came back. */
type Notes = readonly { readonly devolucion: string | null }[]

/** The returns behind notes are credited. */
export async function creditReturns(
  context: ActionContext,
  changes: Changes,
  notes: Notes,
): Promise<void> {
  await moveReturns(context, changes, { notes, from: 'recibida', to: 'acreditada' })
}

/** What notes credited of returns is to be credited anew, since the notes are cancelled. */
export async function openReturns(
  context: ActionContext,
  changes: Changes,
  notes: Notes,
): Promise<void> {
  await moveReturns(context, changes, { notes, from: 'acreditada', to: 'recibida' })
}

async function moveReturns(
  context: ActionContext,
  changes: Changes,
  { notes, from, to }: Record<'from' | 'to', 'recibida' | 'acreditada'> & { readonly notes: Notes },
): Promise<void> {
  const ids = notes.flatMap(({ devolucion }) => devolucion ?? [])
  const returns = await lockRows(context, 'DevolucionVenta', { ids, fields: ['estado'] })
  for (const row of returns.values())
    if (row.estado === from) changes.amend('DevolucionVenta', row, { estado: to })
}
