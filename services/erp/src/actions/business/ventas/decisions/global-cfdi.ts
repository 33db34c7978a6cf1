import type { ErrorEntry } from '../../../../errors.ts'
import type { ConceptoDraft } from '../../../../fiscal/cfdi/compose/compose.ts'
import { oneTaxARate } from '../../../../fiscal/cfdi/compose/one-tax-a-rate.ts'
import { PUBLIC_NAME, PUBLIC_RFC } from '../../../../fiscal/cfdi/generic-parties.ts'
import type { CfdiProblem } from '../../../../fiscal/cfdi/problem.ts'
import { CFDI_PROBLEM, withCode } from '../../../../messages/cfdi-problems.ts'
import { NOTHING_TO_INVOICE, NOT_FOR_GLOBAL } from '../../../../messages/global-invoices.ts'
import type { Message } from '../../../../messages/message.ts'
import { IN_SALE } from '../../../../messages/sales.ts'
import { amountText, cents, sumOf } from '../../cents.ts'
import { plainNumber, type CfdiRequest } from '../../cfdi/cfdi-request.ts'
import type { GlobalInvoiceRow } from '../store/global-invoice-store.ts'
import { lineTaxes, objectOf, type WholeSale } from './sale-cfdi.ts'
import { unbrokenTaxes } from './sale-entry.ts'

/** A global invoice with the sales that it invoices. */
export interface GlobalInvoice {
  readonly global: GlobalInvoiceRow
  readonly sales: readonly WholeSale[]
}

/** What the SAT has global invoices call every sale. */
const SALE = { ClaveProdServ: '01010101', ClaveUnidad: 'ACT', Descripcion: 'Venta' } as const
const WITHOUT_OBLIGATIONS = '616'
const WITHOUT_EFFECTS = 'S01'
const MXN_DECIMALS = 2

/**
 * The CFDI of all sales to the public at large of a period: a line for each, paid as most of it was; `place` is where it
 * is issued.
 * @source SAT, Guía de llenado del CFDI global
 */
export function globalRequest(
  { global, sales }: GlobalInvoice,
  of: { readonly place: string; readonly formaPago: string },
): CfdiRequest {
  return {
    modelo: 'FacturaGlobal',
    registro: global.id,
    sucursal: global.sucursal,
    previous: global.cfdi_estado === 'rechazado' ? global.cfdi : null,
    draft: {
      TipoDeComprobante: 'I',
      FormaPago: of.formaPago,
      MetodoPago: 'PUE',
      Moneda: 'MXN',
      Exportacion: '01',
      InformacionGlobal: {
        Periodicidad: global.periodicidad,
        Meses: global.mes,
        Año: global.anio,
      },
      Receptor: {
        Rfc: PUBLIC_RFC,
        Nombre: PUBLIC_NAME,
        DomicilioFiscalReceptor: of.place,
        RegimenFiscalReceptor: WITHOUT_OBLIGATIONS,
        UsoCFDI: WITHOUT_EFFECTS,
      },
      Conceptos: sales.map(conceptOf),
    },
  }
}

function conceptOf({ sale, lines, taxes }: WholeSale): ConceptoDraft {
  const untaxed = objectOf({
    importe: sale.subtotal,
    descuento: sale.descuento,
    objeto_impuesto: lines[0]?.objeto_impuesto ?? '01',
  })
  const traslados = lineTaxes(taxes).Impuestos?.Traslados ?? []
  return {
    ...SALE,
    NoIdentificacion: sale.folio,
    Cantidad: '1',
    ValorUnitario: plainNumber(sale.subtotal),
    Importe: sale.subtotal,
    ...(cents(sale.descuento) === 0n ? {} : { Descuento: sale.descuento }),
    ObjetoImp: traslados.length > 0 ? '02' : untaxed,
    ...(traslados.length === 0
      ? {}
      : { Impuestos: { Traslados: oneTaxARate(traslados, MXN_DECIMALS) } }),
  }
}

/** The form of payment by which most was paid; undefined: no sale says one. */
export function largestForm(sales: readonly WholeSale[]): string | undefined {
  const known = sales.filter(({ sale }) => sale.forma_pago !== null)
  const forms = Map.groupBy(known, ({ sale }) => sale.forma_pago ?? '')
  const paid = [...forms].map(([forma, some]) => ({
    forma,
    total: sumOf(some.map(({ sale }) => cents(sale.total))),
  }))
  const [largest] = paid.toSorted((a, b) =>
    a.total === b.total ? a.forma.localeCompare(b.forma) : a.total > b.total ? -1 : 1,
  )
  return largest?.forma
}

/** The first of the sales, so many as a CFDI takes with their taxes; one at least. */
export function firstSales(
  sales: readonly WholeSale[],
  limits: { readonly sales: number; readonly taxes: number },
): readonly WholeSale[] {
  let taxes = 0
  const end = sales.findIndex((one, index) => {
    taxes += one.taxes.length
    return index >= limits.sales || (index > 0 && taxes > limits.taxes)
  })
  return end === -1 ? sales : sales.slice(0, end)
}

/** What global invoices cannot say of a sale, which is then stamped by itself; or null. */
export function saleProblem(whole: WholeSale): ErrorEntry | null {
  const { sale, lines, taxes } = whole
  const wrong = (what: Message): ErrorEntry => ({
    code: 'VALIDATION',
    message: IN_SALE({ id: sale.folio, what }),
  })
  if (lines.length === 0) return wrong(NOTHING_TO_INVOICE())
  const unbroken = unbrokenTaxes(whole)
  if (unbroken !== null) return wrong(unbroken)
  if (taxes.some(({ ambito, tipo }) => ambito !== 'federal' || tipo !== 'traslado'))
    return wrong(NOT_FOR_GLOBAL())
  return null
}

/** What is wrong with the CFDI, by the field of our records to mend. */
export function globalProblem(
  { code, field, message }: CfdiProblem,
  sales: readonly WholeSale[],
): ErrorEntry {
  const what = withCode(message, code)
  const [, index] = /^Conceptos\[(\d+)\]/.exec(field) ?? []
  const sale = index === undefined ? undefined : sales[Number(index)]?.sale
  if (sale !== undefined) return { code: 'VALIDATION', message: IN_SALE({ id: sale.folio, what }) }
  if (field.startsWith('Emisor') || field.startsWith('LugarExpedicion'))
    return { code: 'CONFIGURATION_INCOMPLETE', message: CFDI_PROBLEM.company({ what }) }
  const ours = FIELDS.find(([name]) => field.startsWith(name))?.[1]
  if (ours === undefined)
    return { code: 'VALIDATION', message: CFDI_PROBLEM.attribute({ path: field, what }) }
  return {
    code: 'VALIDATION',
    field: ours,
    message: CFDI_PROBLEM.field({ field: ours, what }),
  }
}

const FIELDS: readonly (readonly [string, string])[] = [
  ['InformacionGlobal.Periodicidad', 'periodicidad'],
  ['InformacionGlobal.Meses', 'mes'],
  ['InformacionGlobal.Año', 'anio'],
  ['Moneda', 'moneda'],
  ['Total', 'total'],
]

/** What a global invoice comes to. */
export function globalAmounts(sales: readonly WholeSale[]): {
  readonly subtotal: string
  readonly impuestos: string
  readonly total: string
} {
  const sum = (amount: (one: WholeSale['sale']) => bigint) =>
    amountText(sumOf(sales.map(({ sale }) => amount(sale))))
  return {
    subtotal: sum(({ subtotal, descuento }) => cents(subtotal) - cents(descuento)),
    impuestos: sum(({ impuestos }) => cents(impuestos)),
    total: sum(({ total }) => cents(total)),
  }
}
