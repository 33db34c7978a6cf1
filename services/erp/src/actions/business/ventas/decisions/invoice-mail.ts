import {
  CREDIT_NOTE,
  CREDIT_NOTE_SENT,
  FISCAL_FOLIO,
  INVOICE,
  INVOICE_CANCELLED,
  INVOICE_IS_CANCELLED,
  INVOICE_SENT,
} from '../../../../messages/customer-letters.ts'
import type { Letter } from '../../letters.ts'
import type { InvoiceSale } from '../store/invoice-store.ts'
import type { CreditedNote } from './credit-note-cfdi.ts'

/** The mail by which a customer gets an invoice. */
export function invoiceMail(
  sale: InvoiceSale,
  { cfdi, uuid }: { readonly cfdi: string; readonly uuid: string },
): Letter {
  return {
    para: sale.correo === null ? [] : [sale.correo],
    idioma: sale.idioma,
    asunto: INVOICE(sale),
    texto: [
      `${sale.razon_social}:`,
      '',
      INVOICE_SENT({ ...sale, currency: sale.moneda_clave }),
      FISCAL_FOLIO({ uuid }),
    ],
    modelo: 'Venta',
    registro: sale.id,
    // Its XML, and its printed form where there is one.
    formas: [{ modelo: 'Cfdi', registro: cfdi }],
  }
}

/** The mail by which a customer learns that an invoice is cancelled. */
export function cancelledMail(sale: InvoiceSale): Letter {
  return {
    para: sale.correo === null ? [] : [sale.correo],
    idioma: sale.idioma,
    asunto: INVOICE_CANCELLED(sale),
    texto: [
      `${sale.razon_social}:`,
      '',
      INVOICE_IS_CANCELLED({ ...sale, currency: sale.moneda_clave }),
      FISCAL_FOLIO({ uuid: sale.uuid ?? '' }),
    ],
    modelo: 'Venta',
    registro: sale.id,
  }
}

/** The mail by which a customer gets a credit note. */
export function creditNoteMail(
  { note, sales }: CreditedNote,
  { cfdi, uuid }: { readonly cfdi: string; readonly uuid: string },
): Letter {
  const [first] = sales.values()
  const correo = first?.sale.correo ?? null
  return {
    para: correo === null ? [] : [correo],
    idioma: first?.sale.idioma ?? null,
    asunto: CREDIT_NOTE(note),
    texto: [
      `${first?.sale.razon_social ?? ''}:`,
      '',
      CREDIT_NOTE_SENT({ ...note, currency: note.moneda_clave }),
      FISCAL_FOLIO({ uuid }),
    ],
    modelo: 'NotaCreditoVenta',
    registro: note.id,
    formas: [{ modelo: 'Cfdi', registro: cfdi }],
  }
}
