import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { ErrorEntry } from '../../../../errors.ts'
import { CREDITED_SALE, CREDITED_TAX_DIFFERS } from '../../../../messages/credit-notes.ts'
import type { Message } from '../../../../messages/message.ts'
import { amountText, cents, sumOf } from '../../cents.ts'
import { plainNumber, type CfdiRequest } from '../../cfdi/cfdi-request.ts'
import { currencyOf, receiverOf } from '../../cfdi/decisions/receiver.ts'
import type { CreditNoteLine, CreditNoteRow } from '../store/credit-note-store.ts'
import type { CreditedPart } from '../store/credited-store.ts'
import type { InvoiceLine, InvoiceTax } from '../store/invoice-store.ts'
import { LeftToCredit } from './left-to-credit.ts'
import { lineTaxes, type WholeSale } from './sale-cfdi.ts'

/** A credit note with the sales that it credits. */
export interface WholeNote {
  readonly note: CreditNoteRow
  readonly lines: readonly CreditNoteLine[]
  readonly sales: ReadonlyMap<string, WholeSale>
  /** The taxes of its lines as its CFDI says, by the line's id; none of a draft. */
  readonly sealed: ReadonlyMap<string, readonly InvoiceTax[]>
}

/** A line of a credit note with the taxes of what it credits, in proportion. */
interface CreditedLine {
  readonly line: CreditNoteLine
  readonly taxes: readonly InvoiceTax[]
  readonly impuestos: bigint
  readonly retenciones: bigint
}

/** What a credit note comes to. */
export interface CreditedNote extends WholeNote {
  readonly credited: readonly CreditedLine[]
}

/**
 * The taxes of a credit note follow from what it credits, of which no more is credited than is left; what was written
 * otherwise is refused. One that is sealed keeps the taxes of its CFDI.
 */
export function creditedNote(
  whole: WholeNote,
  partsOf: (venta: string) => readonly CreditedPart[],
): Result<CreditedNote, readonly ErrorEntry[]> {
  const credited: CreditedLine[] = []
  const left = new Map(
    [...whole.sales].map(([venta, sale]) => [venta, new LeftToCredit(sale, partsOf(venta))]),
  )
  for (const line of whole.lines) {
    const sealed = whole.sealed.get(line.id)
    const taxes = sealed === undefined ? left.get(line.venta)?.take(line, whole.note) : ok(sealed)
    if (taxes === undefined) throw new Error(`Venta ${line.venta} was looked at before`)
    if (!taxes.ok) return fail([taxes.error])
    credited.push(creditedLine(line, taxes.value))
  }
  const problems = [
    ...credited.flatMap(({ line, ...found }) => [
      ...taxProblem({ field: 'impuestos', line: line.partida }, line.impuestos, found.impuestos),
      ...taxProblem(
        { field: 'retenciones', line: line.partida },
        line.retenciones,
        found.retenciones,
      ),
    ]),
    ...headProblems(whole.note, credited),
  ]
  return problems.length > 0 ? fail(problems) : ok({ ...whole, credited })
}

function headProblems(
  { impuestos, retenciones }: CreditNoteRow,
  credited: readonly CreditedLine[],
): readonly ErrorEntry[] {
  return [
    ...taxProblem(
      { field: 'impuestos', line: null },
      written(impuestos),
      sumOf(credited.map((one) => one.impuestos)),
    ),
    ...taxProblem(
      { field: 'retenciones', line: null },
      written(retenciones),
      sumOf(credited.map((one) => one.retenciones)),
    ),
  ]
}

/** A head without taxes says nothing of them. */
function written(amount: string): string | null {
  return cents(amount) === 0n ? null : amount
}

function taxProblem(
  of: { readonly field: 'impuestos' | 'retenciones'; readonly line: number | null },
  wrote: string | null,
  due: bigint,
): readonly ErrorEntry[] {
  if (wrote === null || cents(wrote) === due) return []
  const place = of.line === null ? of.field : `partidas[${of.line}].${of.field}`
  const message = CREDITED_TAX_DIFFERS({ ...of, place, wrote, due: amountText(due) })
  return [{ code: 'VALIDATION', field: place, message }]
}

function creditedLine(line: CreditNoteLine, taxes: readonly InvoiceTax[]): CreditedLine {
  const sum = (tipo: string) =>
    sumOf(taxes.filter((tax) => tax.tipo === tipo).map(({ importe }) => cents(importe)))
  return { line, taxes, impuestos: sum('traslado'), retenciones: sum('retencion') }
}

function soldLine(
  sale: WholeSale | undefined,
  { venta_partida }: CreditNoteLine,
): InvoiceLine | undefined {
  return sale?.lines.find(({ id }) => id === venta_partida)
}

/** Condonación: nothing is paid back. */
const FORGIVEN = '15'
/** Devoluciones, descuentos o bonificaciones. */
const RETURNS = 'G02'
const WITHOUT_EFFECTS = 'S01'
const WITHOUT_OBLIGATIONS = '616'

const PLAIN_KEY = '84111506'
const PLAIN_UNIT = 'ACT'

/** The CFDI of a credit note, to whom the first of its sales was invoiced. */
export function creditNoteRequest(
  { note, credited, sales }: CreditedNote,
  placeOf: (sucursal: string | null) => string,
): CfdiRequest {
  const [first] = sales.values()
  if (first === undefined) throw new Error(`NotaCreditoVenta ${note.id} credits no sale`)
  const { sale } = first
  const use = sale.regimen === WITHOUT_OBLIGATIONS ? WITHOUT_EFFECTS : RETURNS
  return {
    modelo: 'NotaCreditoVenta',
    registro: note.id,
    sucursal: sale.sucursal,
    previous: note.cfdi_estado === 'rechazado' ? note.cfdi : null,
    draft: {
      TipoDeComprobante: 'E',
      FormaPago: note.forma_pago ?? FORGIVEN,
      MetodoPago: 'PUE',
      ...currencyOf(sale),
      Exportacion: '01',
      CfdiRelacionados: [
        {
          TipoRelacion: note.tipo_relacion,
          // Sales of one global invoice have one UUID.
          CfdiRelacionado: [...new Set([...sales.values()].map((one) => one.sale.uuid ?? ''))].map(
            (UUID) => ({ UUID }),
          ),
        },
      ],
      Receptor: receiverOf({ ...sale, uso_cfdi: use }, placeOf(sale.sucursal)),
      Conceptos: credited.map(({ line, taxes }) => {
        const sold = soldLine(sales.get(line.venta), line)
        return {
          ClaveProdServ: line.clave_prod_serv ?? sold?.clave_prod_serv ?? PLAIN_KEY,
          Cantidad: plainNumber(line.cantidad),
          ClaveUnidad: sold?.clave_unidad ?? PLAIN_UNIT,
          Descripcion: line.descripcion,
          ValorUnitario: plainNumber(line.precio),
          Importe: line.importe,
          ObjetoImp: sold?.objeto_impuesto ?? (taxes.length > 0 ? '02' : '01'),
          ...lineTaxes(taxes),
        }
      }),
    },
  }
}

/** Why the sales of a credit note cannot be credited by it, or null. */
export function salesProblem({ note, lines, sales }: WholeNote): ErrorEntry | null {
  const rates = new Set([...sales.values()].map(({ sale }) => sale.tipo_cambio))
  for (const line of lines) {
    const field = `partidas[${line.partida}].venta`
    const sale = sales.get(line.venta)?.sale
    const of = { place: field, line: line.partida, sale: line.venta }
    const wrong = (message: Message): ErrorEntry => ({ code: 'VALIDATION', field, message })
    if (sale === undefined || sale.cfdi_estado !== 'vigente' || sale.uuid === null)
      return wrong(CREDITED_SALE.notInForce(of))
    if (sale.cliente !== note.cliente) return wrong(CREDITED_SALE.ofOtherCustomer(of))
    if (sale.moneda !== note.moneda)
      return wrong(CREDITED_SALE.inOtherCurrency({ ...of, currency: sale.moneda_clave }))
    if (rates.size > 1) return wrong(CREDITED_SALE.atOtherRate(of))
    const { venta_partida: sold } = line
    if (sold !== null && soldLine(sales.get(line.venta), line) === undefined)
      return wrong(CREDITED_SALE.withoutLine({ ...of, sold }))
  }
  return null
}

/** What is owed less by it of each sale. */
export function creditsOf({ credited }: CreditedNote): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { line, impuestos, retenciones } of credited) {
    const amount = cents(line.importe) + impuestos - retenciones
    sums.set(line.venta, (sums.get(line.venta) ?? 0n) + amount)
  }
  return sums
}
