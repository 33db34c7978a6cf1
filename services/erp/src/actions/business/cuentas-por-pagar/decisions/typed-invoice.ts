import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { ErrorEntry } from '../../../../errors.ts'
import { FOREIGN_RFC } from '../../../../fiscal/cfdi/generic-parties.ts'
import { DOCUMENT, HAS_NO_LINES } from '../../../../messages/documents.ts'
import type { Message } from '../../../../messages/message.ts'
import {
  INVOICE_HAS_NO_NUMBER,
  INVOICE_HAS_NO_XML,
  LINE_HAS_NO_QUANTITY,
  TYPED_OF_OTHER_KIND,
  TYPED_TAX_NOT_CREDITED,
  TYPED_WITHHELD_DIFFERS,
} from '../../../../messages/typed-invoices.ts'
import { amountText, cents, sumOf } from '../../cents.ts'
import { IMPORT, importProblems } from './imported-services.ts'
import type { InvoiceLine, InvoiceTax } from './invoice-amounts.ts'
import type { InvoiceDocument } from './invoice-document.ts'
import type { NamedTarget } from './match-lines.ts'
import type { PendingInvoice, PendingLine, PendingTax } from './pending-invoice.ts'

/** An invoice without a CFDI, and where its lines say that they belong. */
export interface TypedInvoice {
  readonly document: InvoiceDocument
  readonly named: readonly NamedTarget[]
}

// An opening balance is in the books already, and an advance is one of its payment.
const BOOKED: ReadonlySet<string> = new Set(['factura', 'nota_cargo'])

/**
 * Takes what was typed of an invoice as the invoice itself: of suppliers abroad, who issue no CFDI, and of nobody else.
 * @source docs/decisions/0248-erp-supplier-invoices.md
 */
export function typedInvoice(row: PendingInvoice): Result<TypedInvoice, readonly ErrorEntry[]> {
  const problems = problemsOf(row)
  if (problems.length > 0) return fail(problems)
  const lines = row.lines.map(lineOf)
  const taxes = row.taxes.map(taxOf)
  return ok({
    document: {
      cfdi: null,
      numero: row.numero_factura ?? '',
      fecha: row.fecha,
      moneda: row['moneda.clave'],
      tipoCambio: row.tipo_cambio,
      amounts: {
        lines,
        taxes,
        subtotal: cents(row.subtotal),
        descuento: cents(row.descuento),
        traslados: 0n,
        retenciones: sumOf(taxes.filter(isWithheld).map(({ importe }) => importe)),
        locales: 0n,
        localesRetenidos: 0n,
        total: cents(row.total),
      },
    },
    named: row.lines.flatMap((line, index) => targetOf(line, index + 1)),
  })
}

function problemsOf(row: PendingInvoice): readonly ErrorEntry[] {
  const { id, folio, tipo } = row
  const document = DOCUMENT({ model: 'CuentaPorPagar', folio })
  // Whoever issues CFDI is owed by them, and so is what has a UUID.
  if (row['proveedor.rfc'] !== FOREIGN_RFC || row.uuid !== null) {
    return [invalid('cfdi', INVOICE_HAS_NO_XML({ document, id, rfc: FOREIGN_RFC }))]
  }
  if (!BOOKED.has(tipo)) {
    return [invalid('tipo', TYPED_OF_OTHER_KIND({ document, type: tipo, types: [...BOOKED] }))]
  }
  return [
    ...(row.numero_factura === null
      ? [invalid('numero_factura', INVOICE_HAS_NO_NUMBER({ document }))]
      : []),
    ...(row.lines.length === 0 ? [invalid('partidas', HAS_NO_LINES({ document }))] : []),
    ...row.lines.flatMap(lineProblems),
    ...taxProblems(row, document),
  ]
}

function invalid(field: string, message: Message): ErrorEntry {
  return { code: 'VALIDATION', field, message }
}

function lineProblems(line: PendingLine): readonly ErrorEntry[] {
  if (line.cantidad !== null || !isOfOrder(line)) return []
  const message = LINE_HAS_NO_QUANTITY({ line: line.partida })
  return [invalid(`partidas[${line.partida}].cantidad`, message)]
}

function isOfOrder(line: PendingLine): boolean {
  const { compra_partida: ordered, recepcion_partida: goods, recepcion_servicio: service } = line
  return [ordered, goods, service].some((kind) => kind !== null)
}

function taxProblems(row: PendingInvoice, document: Message): readonly ErrorEntry[] {
  const passedOn = row.taxes.some(({ tipo }) => tipo === 'traslado')
  if (passedOn || cents(row.impuestos) !== 0n) {
    return [invalid('impuestos', TYPED_TAX_NOT_CREDITED({ document }))]
  }
  const withheld = sumOf(row.taxes.filter(isWithheld).map(({ importe }) => cents(importe)))
  if (withheld === cents(row.retenciones)) return importProblems(row)
  const amounts = { given: row.retenciones, made: amountText(withheld) }
  const message = TYPED_WITHHELD_DIFFERS({ document, ...amounts })
  return [invalid('retenciones', message)]
}

function lineOf(line: PendingLine, index: number): InvoiceLine {
  return {
    numero: index + 1,
    concepto: {
      Cantidad: line.cantidad ?? '1',
      // Without a quantity there is no price either.
      ValorUnitario: line.cantidad === null ? '0' : (line.precio ?? '0'),
      Descripcion: line.descripcion,
    },
    importe: cents(line.importe),
    descuento: cents(line.descuento),
    impuestos: 0n,
    retenciones: cents(line.retenciones ?? '0'),
  }
}

function isWithheld({ tipo }: { readonly tipo: string }): boolean {
  return tipo === 'retencion'
}

function taxOf(tax: PendingTax): InvoiceTax {
  return {
    impuesto: tax['impuesto.clave'],
    tipo: tax.tipo === IMPORT ? IMPORT : 'retencion',
    factor: tax['factor.clave'],
    tasa: tax.tasa,
    base: cents(tax.base),
    importe: cents(tax.importe),
  }
}

function targetOf(line: PendingLine, concepto: number): readonly NamedTarget[] {
  const {
    compra_partida: compraPartida,
    recepcion_partida: recepcionPartida,
    recepcion_servicio: recepcionServicio,
  } = line
  if (isOfOrder(line))
    return [{ concepto, compraPartida, recepcionPartida, recepcionServicio, expense: null }]
  const { gasto, cuenta_contable: cuenta } = line
  if (gasto === null && cuenta === null) return []
  const expense = { gasto, cuenta, centroCosto: line.centro_costo, proyecto: line.proyecto }
  const nothing = { compraPartida: null, recepcionPartida: null, recepcionServicio: null }
  return [{ concepto, ...nothing, expense }]
}
