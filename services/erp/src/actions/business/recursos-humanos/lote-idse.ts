import { lineColumn } from '../../../dictionary/input-shape.ts'
import { apiError } from '../../../errors.ts'
import { REJECTED_MALFORMED, REJECTED_NOT_IN_BATCH } from '../../../messages/imss.ts'
import { lockRowsBelow, rowsBelow } from '../../../store/records/model-rows.ts'
import { fileInput, jsonInput } from '../action-inputs.ts'
import type { ActionContext } from '../action.ts'
import { documentAction } from '../document-action.ts'
import { refuseMissingInputs } from '../missing-inputs.ts'
import { wrong } from './decisions/wrong.ts'
import { readRejections, rejectionsIn, type Rejection } from './imss/rejections.ts'

// What becomes of a batch that was made for the IMSS. @source docs/decisions/0296-erp-life-of-employees.md

const MODEL = 'LoteIdse'
const LINES = 'MovimientoAfiliatorio'

/** It was handed over. */
export const enviarLote = documentAction(MODEL, {
  name: 'enviar_lote',
  label: 'Enviar lote',
  folio: 'numero_lote',
  fields: ['numero_lote', 'fecha_envio'],
  run: ({ context, batch, move }) => {
    for (const row of batch.remaining) move(row, { fields: { fecha_envio: context.moment.now } })
  },
})

const INPUTS = [
  jsonInput(
    {
      name: 'rechazados',
      label: 'Rechazados',
      help: 'Los que el IMSS no operó: [{"nss": "…", "tipo": "08", "motivo": "…"}]. Los demás quedan aceptados.',
      required: false,
    },
    {
      lines: {
        relation: null,
        key: 'nss',
        columns: [lineColumn('tipo', 'Tipo'), lineColumn('motivo', 'Motivo')],
      },
    },
  ),
  fileInput(['.pdf', '.txt', '.xml'], {
    name: 'acuse',
    label: 'Acuse',
    help: 'Lo que el IMSS respondió.',
    required: false,
  }),
]

/** Writes down what the IMSS answered: what it rejected, why, and that it took the rest. */
export const registrarRespuesta = documentAction(MODEL, {
  name: 'registrar_respuesta',
  label: 'Registrar respuesta',
  mode: 'url_action',
  folio: 'numero_lote',
  inputs: INPUTS,
  fields: ['numero_lote', 'movimientos_operados', 'movimientos_rechazados', 'acuse'],
  run: async ({ context, batch, changes, move }) => {
    await refuseMissingInputs(context, { inputs: INPUTS })
    const rejections = rejectionsOf(context)
    const lots = batch.remaining.map(({ id }) => id)
    const acuse = context.inputs.get('acuse')
    const movements = await movementsOf(context, lots)
    for (const row of batch.remaining) {
      const own = movements.get(row.id) ?? []
      const { rejected, unknown } = rejectionsIn(own, rejections)
      if (unknown.length > 0) {
        const folio = row.numero_lote
        const problems = unknown.map(({ nss }) =>
          wrong('rechazados', REJECTED_NOT_IN_BATCH({ nss, folio })),
        )
        batch.refuse(row.id, ...problems)
        continue
      }
      for (const movement of own) {
        const why = rejected.get(movement.id)
        const answer =
          why === undefined
            ? ({ estado: 'aceptado' } as const)
            : ({ estado: 'rechazado', motivo_rechazo: why } as const)
        changes.amend(LINES, movement, answer)
      }
      move(row, {
        to: rejected.size === 0 ? 'respondido' : 'con_rechazos',
        fields: {
          movimientos_operados: own.length - rejected.size,
          movimientos_rechazados: rejected.size,
          ...(acuse === undefined ? {} : { acuse: String(acuse) }),
        },
      })
    }
  },
})

/** @throws ApiError VALIDATION */
function rejectionsOf({ inputs }: ActionContext): readonly Rejection[] {
  const given = inputs.get('rechazados')
  if (given === undefined) return []
  const rejections = readRejections(given)
  if (rejections === null) throw apiError('VALIDATION', REJECTED_MALFORMED(), 'rechazados')
  return rejections
}

async function movementsOf(context: ActionContext, lots: readonly string[]) {
  const below = { parent: 'lote', ids: lots } as const
  await lockRowsBelow(context, LINES, { ...below, fields: [] })
  const rows = await rowsBelow(context, LINES, {
    ...below,
    fields: ['estado', 'motivo_rechazo', 'empleado.asociado.nss', 'tipo.clave'],
  })
  return new Map(
    [...rows].map(([lot, own]) => [lot, own.filter(({ estado }) => estado === 'enviado')]),
  )
}

/** Takes a batch back that was not handed over; its movements wait again. */
export const cancelarLote = documentAction(MODEL, {
  name: 'cancelar_lote',
  label: 'Cancelar lote',
  hasReason: true,
  folio: 'numero_lote',
  fields: ['numero_lote'],
  run: async ({ context, batch, changes, move, reason }) => {
    const lots = batch.remaining.map(({ id }) => id)
    const movements = await movementsOf(context, lots)
    for (const row of batch.remaining) {
      for (const movement of movements.get(row.id) ?? []) {
        changes.amend(LINES, movement, { estado: 'pendiente' })
      }
      move(row, { told: { motivo: reason } })
    }
  },
})
