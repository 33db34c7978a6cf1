import type { OutboxMail } from '../../../../store/outbox-store.ts'
import type { InvoiceSale } from '../store/invoice-store.ts'
import type { CreditedNote } from './credit-note-cfdi.ts'

/** The mail by which a customer gets an invoice. */
export function invoiceMail(
  sale: InvoiceSale,
  { cfdi, uuid }: { readonly cfdi: string; readonly uuid: string },
): OutboxMail {
  return {
    para: sale.correo === null ? [] : [sale.correo],
    asunto: `Factura ${sale.folio}`,
    texto: [
      `${sale.razon_social}:`,
      '',
      `Le enviamos su factura ${sale.folio} por ${sale.total} ${sale.moneda_clave}.`,
      `Folio fiscal: ${uuid}`,
    ].join('\n'),
    modelo: 'Venta',
    registro: sale.id,
    // Its XML, and its printed form where there is one.
    formas: [{ modelo: 'Cfdi', registro: cfdi }],
  }
}

/** The mail by which a customer learns that an invoice is cancelled. */
export function cancelledMail(sale: InvoiceSale): OutboxMail {
  return {
    para: sale.correo === null ? [] : [sale.correo],
    asunto: `Factura ${sale.folio} cancelada`,
    texto: [
      `${sale.razon_social}:`,
      '',
      `Se canceló su factura ${sale.folio} por ${sale.total} ${sale.moneda_clave}.`,
      `Folio fiscal: ${sale.uuid ?? ''}`,
    ].join('\n'),
    modelo: 'Venta',
    registro: sale.id,
  }
}

/** The mail by which a customer gets a credit note. */
export function creditNoteMail(
  { note, sales }: CreditedNote,
  { cfdi, uuid }: { readonly cfdi: string; readonly uuid: string },
): OutboxMail {
  const [first] = sales.values()
  const correo = first?.sale.correo ?? null
  return {
    para: correo === null ? [] : [correo],
    asunto: `Nota de crédito ${note.folio}`,
    texto: [
      `${first?.sale.razon_social ?? ''}:`,
      '',
      `Le enviamos su nota de crédito ${note.folio} por ${note.total} ${note.moneda_clave}.`,
      `Folio fiscal: ${uuid}`,
    ].join('\n'),
    modelo: 'NotaCreditoVenta',
    registro: note.id,
    formas: [{ modelo: 'Cfdi', registro: cfdi }],
  }
}
