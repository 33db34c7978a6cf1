import type { ErrorEntry } from '../../../errors.ts'
import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { followIntents } from '../cfdi/follow-intents.ts'
import type { Issuer } from '../cfdi/issuer.ts'
import { issuing } from '../cfdi/issuing-action.ts'
import { takeNumbering } from '../contabilidad/effects/entry-folios.ts'
import { DocumentBatch } from '../document-batch.ts'
import { COBRO_CLIENTE_STATES } from './cobro-cliente-states.ts'
import { COLLECTION_KIND, STAMP_COMPLEMENT } from './collection-kind.ts'
import { complementNumbers, sealComplements, writeComplements } from './effects/complements.ts'
import { lockCollections, type CollectionRow } from './store/collection-store.ts'

/**
 * Tells the SAT what collections pay, where that was not possible when they were applied.
 * @source docs/decisions/0252-erp-cash.md
 */
export const timbrarComplemento: RecordAction = {
  model: 'CobroCliente',
  name: STAMP_COMPLEMENT,
  label: 'Timbrar complemento',
  mode: 'grid_action',
  inputs: [],
  emits: ['complemento_timbrado'],
  ...issuing(intend),
  follow: (outside, ids) => followIntents(outside, COLLECTION_KIND, ids),
}

async function intend(
  context: ActionContext,
  issuer: Issuer,
  ids: readonly string[],
): Promise<ActionOutcome> {
  const { tx, caller } = context
  const batch = new DocumentBatch(ids, await lockCollections(tx, caller.empresa, ids), {
    model: timbrarComplemento.model,
    states: statesBefore(COBRO_CLIENTE_STATES, STAMP_COMPLEMENT),
  })
  for (const row of batch.remaining) {
    const problem = alreadyTold(row)
    if (problem !== null) batch.refuse(row.id, problem)
  }
  const complements = await sealComplements(
    context,
    issuer,
    batch.remaining.map(({ id }) => id),
  )
  batch.refuseAll(complements.problems)
  for (const { id } of batch.remaining) {
    if (complements.parts.has(id)) continue
    const message = `CobroCliente ${id} pays no invoice in parts (PPD) that is stamped; the SAT is told nothing of it.`
    batch.refuse(id, { code: 'INVALID_STATE', message })
  }
  const { numbers } = await takeNumbering(tx, caller.empresa, {
    counters: complementNumbers(complements),
    series: [],
  })
  await writeComplements(context, complements, numbers)
  return batch.outcome
}

function alreadyTold({
  id,
  complemento,
  complemento_estado: estado,
}: CollectionRow): ErrorEntry | null {
  if (complemento === null || estado === 'rechazado' || estado === 'cancelado') return null
  const message =
    estado === 'por_timbrar'
      ? `The complement of CobroCliente ${id} is being stamped already, as Cfdi ${complemento}.`
      : `CobroCliente ${id} has a complement already, Cfdi ${complemento} (${estado}).`
  return { code: 'INVALID_STATE', field: 'complemento', message }
}
