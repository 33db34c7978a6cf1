import { textInput } from '../../../dictionary/action-description.ts'
import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { COMPRA_STATES } from './compra-states.ts'
import { withdraw } from './withdraw-purchases.ts'

/**
 * Takes purchases back to the state in which they can be changed and approved again.
 * @source docs/decisions/0211-erp-purchases.md
 */
export const cambiarIniciada: RecordAction = {
  model: 'Compra',
  name: 'cambiar_iniciada',
  label: 'Cambiar a iniciada',
  mode: 'grid_action',
  inputs: [
    textInput({
      name: 'motivo',
      label: 'Motivo',
      help: 'Queda en la bitácora.',
      required: false,
      minLength: 0,
      length: 500,
    }),
  ],
  emits: ['iniciada'],
  run: reopen,
}

async function reopen(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const reason = context.inputs.get('motivo')
  return await withdraw(context, ids, {
    name: cambiarIniciada.name,
    from: statesBefore(COMPRA_STATES, cambiarIniciada.name),
    to: 'iniciada',
    reason: typeof reason === 'string' ? reason : null,
    describe: () =>
      Promise.resolve((purchase) => ({
        change: {
          id: purchase.id,
          estado: 'iniciada',
          autorizada_por: null,
          autorizada_en: null,
          motivo_cancelacion: null,
          importes: null,
        },
        mails: [],
      })),
  })
}
