import type { OutboxMail } from '../../../../store/outbox-store.ts'
import { amountText } from '../../cents.ts'
import type { PurchaseRow, SupplierRow } from '../store/purchase-store.ts'

/** Sends the order to the supplier. */
export function orderMail(purchase: PurchaseRow, supplier: SupplierRow, total: bigint): OutboxMail {
  return mailAbout(purchase, supplier.correos, {
    asunto: `Orden de compra ${purchase.folio}`,
    texto: [
      `Estimado proveedor ${supplier.razon_social}:`,
      '',
      `Le confirmamos la orden de compra ${purchase.folio} del ${purchase.fecha}`,
      `por un total de ${amountText(total)} ${purchase.moneda_clave}.`,
      '',
      'Favor de citar el folio en su remisión y en su factura.',
    ],
  })
}

/** Tells a supplier who has the order that it is cancelled. */
export function cancellationMail(
  purchase: PurchaseRow,
  supplier: SupplierRow,
  reason: string,
): OutboxMail {
  return mailAbout(purchase, supplier.correos, {
    asunto: `Cancelación de la orden de compra ${purchase.folio}`,
    texto: [
      `Estimado proveedor ${supplier.razon_social}:`,
      '',
      `La orden de compra ${purchase.folio} del ${purchase.fecha} queda cancelada.`,
      `Motivo: ${reason}`,
      '',
      'Favor de no surtirla.',
    ],
  })
}

/** Tells those who may sign next that a purchase is waiting. */
export function approvalMail(
  purchase: PurchaseRow,
  {
    to,
    total,
    supplier,
  }: { readonly to: readonly string[]; readonly total: bigint; readonly supplier: string },
): OutboxMail {
  return mailAbout(purchase, to, {
    asunto: `Por autorizar: orden de compra ${purchase.folio}`,
    texto: [
      `La orden de compra ${purchase.folio} del ${purchase.fecha} a ${supplier}`,
      `por ${amountText(total)} ${purchase.moneda_clave} espera su autorización.`,
    ],
  })
}

function mailAbout(
  purchase: PurchaseRow,
  to: readonly string[],
  { asunto, texto }: { readonly asunto: string; readonly texto: readonly string[] },
): OutboxMail {
  return {
    para: to,
    asunto,
    texto: `${texto.join('\n')}\n`,
    modelo: 'Compra',
    registro: purchase.id,
  }
}
