import { PROOF_MISSING } from '../../../messages/absences.ts'
import { documentAction } from '../document-action.ts'
import { wrong } from './decisions/wrong.ts'
import { deciderOf, ownProblem } from './own-requests.ts'

// Absences that somebody asked for. @source docs/decisions/0296-erp-life-of-employees.md

const MODEL = 'SolicitudAusencia'

export const autorizarAusencia = documentAction(MODEL, {
  name: 'autorizar_ausencia',
  label: 'Autorizar ausencia',
  fields: ['empleado.asociado', 'comprobante', 'tipo.requiere_comprobante', 'autorizado_por'],
  run: async ({ context, batch, move }) => {
    const decider = await deciderOf(context)
    for (const row of batch.remaining) {
      const { id, folio, comprobante } = row
      const own = ownProblem(MODEL, { folio, asociado: row['empleado.asociado'] }, decider)
      if (own !== null) batch.refuse(id, own)
      else if (row['tipo.requiere_comprobante'] && comprobante === null) {
        batch.refuse(id, wrong('comprobante', PROOF_MISSING({ folio })))
      } else move(row, { fields: { autorizado_por: decider } })
    }
  },
})

export const rechazarAusencia = documentAction(MODEL, {
  name: 'rechazar_ausencia',
  label: 'Rechazar ausencia',
  hasReason: true,
  fields: [],
  run: ({ batch, move, reason }) => {
    for (const row of batch.remaining) move(row, { told: { motivo: reason } })
  },
})

export const cancelarAusencia = documentAction(MODEL, {
  name: 'cancelar_ausencia',
  label: 'Cancelar ausencia',
  hasReason: true,
  fields: [],
  run: ({ batch, move, reason }) => {
    for (const row of batch.remaining) move(row, { told: { motivo: reason } })
  },
})
