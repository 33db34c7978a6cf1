import type { Picked } from '../../../dictionary/row-types.ts'
import { SALE_NOT_DRAFT } from '../../../messages/confirmed-sales.ts'
import { REASON } from '../../../messages/reasons.ts'
import { EXCEPTION_ANSWERED, EXCEPTION_IS } from '../../../messages/waiting-notices.ts'
import { documentAction, type DocumentWork } from '../document-action.ts'
import type { Letter } from '../letters.ts'
import { findSaleVersions } from './store/exception-store.ts'

// Sales that may be confirmed although a rule says no. @source docs/decisions/0250-erp-selling.md

const MODEL = 'VentaAutorizacion'
const FIELDS = [
  'venta',
  'motivo',
  'autorizado_por',
  'fecha_respuesta',
  'version_venta',
  'venta.folio',
  'venta.estado',
  'solicitado_por.correo',
] as const
const OF_SALE = {
  folio: 'venta.folio',

  locksFirst: { reference: 'venta', called: 'sale' },
  fields: FIELDS,
} as const

/** Lets a sale pass a limit of credit or of prices. */
export const autorizarExcepcion = documentAction(MODEL, {
  name: 'autorizar_excepcion',
  label: 'Autorizar excepción',
  ...OF_SALE,
  run: (work) => answer(work, 'autorizada'),
})

/** Holds a sale to its limits, also when it was let pass them before. */
export const rechazarExcepcion = documentAction(MODEL, {
  name: 'rechazar_excepcion',
  label: 'Rechazar excepción',
  hasReason: true,
  ...OF_SALE,
  run: (work) => answer(work, 'rechazada'),
})

/** The answer holds for the sale as it stands now: each change of it ends a yes. */
async function answer(
  { context, batch, changes, move, reason }: DocumentWork<typeof MODEL, (typeof FIELDS)[number]>,
  estado: 'autorizada' | 'rechazada',
): Promise<void> {
  const { tx, caller, moment } = context
  for (const { id, venta, 'venta.estado': state } of batch.remaining) {
    if (state === 'borrador') continue
    const message = SALE_NOT_DRAFT({ sale: venta, state })
    batch.refuse(id, { code: 'INVALID_STATE', field: 'venta', message })
  }
  const sales = batch.remaining.map(({ venta }) => venta)
  const versions = await findSaleVersions(tx, caller.empresa, sales)
  for (const row of batch.remaining) {
    changes.mail(answerMail(row, estado, reason))
    move(row, {
      fields: {
        version_venta: versions.get(row.venta) ?? null,
        autorizado_por: caller.usuarioId,
        fecha_respuesta: moment.now,
      },
      told: { venta: row.venta, motivo: row.motivo },
    })
  }
}

/** Tells whoever asked what became of it. */
function answerMail(
  row: Picked<typeof MODEL, 'motivo' | 'venta.folio' | 'solicitado_por.correo'>,
  answer: 'autorizada' | 'rechazada',
  reason: string,
): Letter {
  const { 'venta.folio': folio, 'solicitado_por.correo': correo } = row
  const told = EXCEPTION_IS({ folio, answer, exception: row.motivo })
  return {
    para: correo === null ? [] : [correo],
    asunto: EXCEPTION_ANSWERED({ folio, answer }),
    texto: reason === '' ? [told] : [told, REASON({ reason })],
    modelo: MODEL,
    registro: row.id,
  }
}
