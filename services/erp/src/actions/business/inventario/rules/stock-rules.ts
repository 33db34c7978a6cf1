import { apiError } from '../../../../errors.ts'
import { lockDocumentState, type StatefulTable } from '../../../../store/lock-document-state.ts'
import type { Callback, CallbackContext } from '../../../callbacks/callback.ts'
import { changedFields, valueAfter, wrongState } from '../../../rules/rule.ts'
import { articleRule, categoryRule } from './article-rules.ts'
import { blockRule } from './block-rule.ts'
import { countLineRule, countRule } from './count-rules.ts'

/** A document whose content people write only while it is in some states. */
interface Drafted {
  readonly table: StatefulTable
  readonly model: string
  /** The states in which it and its lines may be changed. */
  readonly open: readonly string[]
  /** Fields that may always change. */
  readonly free: readonly string[]
  /** The states in which it may be deleted. */
  readonly deletable: readonly string[]
}

const MOVEMENT: Drafted = {
  table: 'movimiento_inventario',
  model: 'MovimientoInventario',
  open: ['borrador'],
  free: ['observaciones'],
  deletable: ['borrador'],
}

const TRANSFER: Drafted = {
  table: 'traspaso_almacen',
  model: 'TraspasoAlmacen',
  open: ['borrador', 'autorizado'],
  free: ['motivo', 'embarque'],
  deletable: ['borrador', 'autorizado'],
}

const COUNT: Drafted = {
  table: 'inventario_fisico',
  model: 'InventarioFisico',
  open: ['preparado'],
  free: ['responsable', 'conteos_requeridos'],
  deletable: ['preparado', 'cancelado'],
}

const ADJUSTMENT: Drafted = {
  table: 'ajuste_inventario',
  model: 'AjusteInventario',
  open: ['solicitado'],
  free: ['comentario'],
  deletable: ['solicitado', 'rechazado'],
}

const CLOSING: Drafted = {
  table: 'cierre_inventario',
  model: 'CierreInventario',
  open: ['abierto', 'conciliado'],
  free: [],
  deletable: ['abierto', 'conciliado'],
}

/** What was counted and moved does not change afterwards. */
function documentRule({ model, open, free, deletable }: Drafted): Callback {
  return {
    before: (_context, write) => {
      const state = write.previous?.get('estado') ?? open[0] ?? ''
      const field = changedFields(write).find((name) => !free.includes(name))
      if (write.previous !== null && !open.includes(state) && field !== undefined) {
        throw wrongState(
          `${model} ${write.previous.get('id')} is ${state}: ${field} cannot change.`,
          field,
        )
      }
      return Promise.resolve(write.values)
    },
    beforeDelete: (_context, { previous }) => {
      const state = previous.get('estado') ?? ''
      if (!deletable.includes(state)) {
        throw wrongState(`${model} ${previous.get('id')} is ${state} and cannot be deleted.`)
      }
      return Promise.resolve()
    },
  }
}

/** The lines of a document change only while it does. */
function lineRule(
  of: Drafted,
  { reference, quantity: name }: { readonly reference: string; readonly quantity: string },
): Callback {
  return {
    before: async (context, write) => {
      if (changedFields(write).length === 0) return write.values
      await demandOpen(context, of, write.previous?.get(reference) ?? null)
      await demandOpen(context, of, valueAfter(write, reference))
      const quantity = valueAfter(write, name)
      if (quantity !== null && !/[1-9]/.test(quantity)) {
        throw apiError('VALIDATION', `${name} must not be zero.`, name)
      }
      return write.values
    },
    beforeDelete: async (context, { previous }) => {
      await demandOpen(context, of, previous.get(reference) ?? null)
    },
  }
}

async function demandOpen(
  { tx, caller }: CallbackContext,
  { table, model, open }: Drafted,
  id: string | null,
): Promise<void> {
  if (id === null) return
  const state = await lockDocumentState(tx, caller.empresa, { table, id })
  if (state !== undefined && !open.includes(state)) {
    throw wrongState(`${model} ${id} is ${state}: its lines cannot change.`)
  }
}

/**
 * What the generic API may not do to documents of stock, by model.
 * @source docs/decisions/0243-erp-stock.md
 */
export const STOCK_RULES: ReadonlyMap<string, Callback> = new Map([
  ['Articulo', articleRule],
  ['CategoriaInventario', categoryRule],
  ['InventarioFisico', documentRule(COUNT)],
  ['CierreInventario', documentRule(CLOSING)],
  ['InventarioFisicoPartida', countLineRule],
  ['ConteoInventario', countRule],
  ['KardexBloqueo', blockRule],
  ['AjusteInventario', documentRule(ADJUSTMENT)],
  ['AjusteInventarioPartida', lineRule(ADJUSTMENT, { reference: 'ajuste', quantity: 'cantidad' })],
  ['MovimientoInventario', documentRule(MOVEMENT)],
  [
    'MovimientoInventarioPartida',
    lineRule(MOVEMENT, { reference: 'movimiento', quantity: 'cantidad' }),
  ],
  ['TraspasoAlmacen', documentRule(TRANSFER)],
  [
    'TraspasoAlmacenPartida',
    lineRule(TRANSFER, { reference: 'traspaso', quantity: 'cantidad_enviada' }),
  ],
])
