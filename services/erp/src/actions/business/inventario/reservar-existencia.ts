import { ApiError } from '../../../errors.ts'
import { dateInput, quantityInput, referenceInput } from '../action-inputs.ts'
import type { ActionContext, NativeAction } from '../action.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { reserveStock } from './reserve-stock.ts'

/**
 * Puts stock of an article aside by hand.
 * @source docs/decisions/0243-erp-stock.md
 */
export const reservarExistencia: NativeAction = {
  model: 'ReservaInventario',
  name: 'reservar_existencia',
  label: 'Reservar existencia',
  mode: 'native',
  inputs: [
    referenceInput('Articulo', { name: 'articulo', label: 'Artículo', required: true }),
    referenceInput('Almacen', { name: 'almacen', label: 'Almacén', required: true }),
    referenceInput('Lote', { name: 'lote', label: 'Lote', required: false }),
    quantityInput({ name: 'cantidad', label: 'Cantidad', required: true }),
    referenceInput('UnidadMedida', { name: 'unidad', label: 'Unidad', required: false }),
    referenceInput('Proyecto', { name: 'proyecto', label: 'Proyecto', required: false }),
    dateInput({ name: 'vence', label: 'Vence', required: false }),
  ],
  emits: ['vigente'],
  run: reserve,
}

async function reserve(context: ActionContext): Promise<unknown> {
  const text = (name: string) => {
    const value = context.inputs.get(name)
    return value === undefined || value === null ? null : String(value)
  }
  const { reserved, refused } = await reserveStock(context, [
    {
      key: '',
      venta: null,
      orden: null,
      proyecto: text('proyecto'),
      vence: text('vence'),
      lines: [
        {
          partida: 1,
          articulo: text('articulo') ?? '',
          almacen: text('almacen') ?? '',
          lote: text('lote'),
          cantidad: text('cantidad') ?? '0',
          unidad: text('unidad'),
        },
      ],
    },
  ])
  const problems = refused.get('')
  if (problems !== undefined) throw new ApiError(problems)
  const [made] = reserved.get('') ?? []
  if (made === undefined) throw new Error('the reservation was not made')
  const { id, folio, cantidad } = made
  await recordDeeds(context, { ...reservarExistencia, reason: null }, [
    { id, folio, before: null, after: 'vigente', more: { cantidad } },
  ])
  return { id: Number(id), folio, cantidad }
}
