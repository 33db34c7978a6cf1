import { amountInWords } from '@oficina/words/amount-in-words.ts'

import { apiError, type ApiError } from '../../errors.ts'
import { ORDER_TOO_LONG } from '../../messages/forms.ts'
import { NO_RECORD } from '../../messages/requests.ts'
import {
  findOrder,
  findOrderLines,
  type OrderLineRow,
  type OrderRow,
} from '../../store/form-store.ts'
import { writeAs } from '../../store/tenant-database.ts'
import { addressText, amountShown, isAmount } from './form-words.ts'
import type { FormContent, FormSource } from './form.ts'

// What documents takes in one request, with long descriptions.
const MAX_FORM_LINES = 2_000

export async function orderForm({ tools, empresa, subject }: FormSource): Promise<FormContent> {
  const { registro } = subject
  const { order, lines } = await writeAs(tools.database, empresa, async (tx) => {
    const found = await findOrder(tx, empresa, registro)
    if (found === undefined)
      throw apiError('NOT_FOUND', NO_RECORD({ model: 'Compra', id: registro }))
    if (found.lineas > MAX_FORM_LINES) throw tooLong(found)
    const details = { id: registro, limit: MAX_FORM_LINES }
    return { order: found, lines: await findOrderLines(tx, empresa, details) }
  })
  return {
    shipped: 'compra',
    modelo: 'Compra',
    sucursal: order.sucursal,
    emisor: null,
    data: orderData(order, lines),
    nombre: `Orden de compra ${order.folio}`,
    xml: null,
  }
}

function tooLong({ folio, lineas }: OrderRow): ApiError {
  const message = ORDER_TOO_LONG({ folio, lines: lineas, most: MAX_FORM_LINES })
  return apiError('FORM_FAILED', message)
}

function orderData(order: OrderRow, lines: readonly OrderLineRow[]): object {
  const { moneda, tipo_cambio: tipoCambio } = order
  return {
    folio: order.folio,
    fecha: order.fecha,
    aviso: noticeOf(order),
    proveedor: {
      nombre: order.razon_social,
      rfc: order.rfc,
      domicilio: addressText(order.domicilio),
      correo: order.correo ?? '',
      telefono: order.telefono ?? '',
    },
    entrega: {
      almacen: order.almacen ?? '',
      domicilio: addressText(order.entrega),
      fecha: order.fecha_entrega ?? '',
    },
    condicion: order.condicion,
    comprador: order.comprador ?? '',
    autorizo: order.autorizo ?? '',
    moneda,
    tipo_cambio: moneda === 'MXN' ? '' : amountShown(tipoCambio),
    partidas: lines.map((line) => ({
      partida: line.partida,
      clave: line.clave ?? '',
      descripcion: line.descripcion,
      cantidad: line.cantidad,
      unidad: line.unidad,
      precio: amountShown(line.precio),
      descuento: line.descuento,
      importe: line.importe,
      fecha_entrega: line.fecha_entrega ?? '',
    })),
    subtotal: order.subtotal,
    descuento: order.descuento,
    hay_descuento: isAmount(order.descuento),
    impuestos: order.impuestos,
    retenciones: order.retenciones,
    hay_retenciones: isAmount(order.retenciones),
    total: order.total,
    letra: amountInWords(order.total, moneda) ?? '',
    observaciones: order.observaciones ?? '',
  }
}

/** What nobody may overlook: that it binds nobody yet, or no longer. */
function noticeOf({ estado, motivo_cancelacion: reason }: OrderRow): string {
  if (estado === 'iniciada' || estado === 'en_autorizacion') return 'BORRADOR, SIN AUTORIZAR'
  if (estado !== 'cancelada') return ''
  return reason === null ? 'CANCELADA' : `CANCELADA: ${reason}`
}
