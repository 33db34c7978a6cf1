import type { ErrorEntry } from '../../../../errors.ts'
import type {
  ConceptoDraft,
  RetencionDraft,
  TrasladoDraft,
} from '../../../../fiscal/cfdi/compose/compose.ts'
import { fiscalName } from '../../../../fiscal/cfdi/fiscal-name.ts'
import { PUBLIC_NAME, PUBLIC_RFC } from '../../../../fiscal/cfdi/generic-parties.ts'
import type { CfdiProblem } from '../../../../fiscal/cfdi/problem.ts'
import { decimal, decimalText, isZero, minus, rounded, times } from '../../../../fiscal/decimal.ts'
import { CFDI_PROBLEM, withCode } from '../../../../messages/cfdi-problems.ts'
import { plainNumber, type CfdiRequest } from '../../cfdi/cfdi-request.ts'
import { currencyOf, given, OF_ADVANCE, receiverOf } from '../../cfdi/decisions/receiver.ts'
import type { InvoiceLine, InvoiceSale, InvoiceTax } from '../store/invoice-store.ts'

/** A sale with its lines and their taxes. */
export interface WholeSale {
  readonly sale: InvoiceSale
  readonly lines: readonly InvoiceLine[]
  readonly taxes: readonly InvoiceTax[]
}

/** The CFDI that invoices a sale, and names those of its advances and the one that it replaces; `place` is where it is issued. */
export function saleRequest(
  { sale, lines, taxes }: WholeSale,
  of: {
    readonly place: string
    readonly advances: readonly string[]
    readonly replaced: string | null
  },
): CfdiRequest {
  const method = methodOf(sale)
  const local = taxes.filter(({ ambito }) => ambito === 'local')
  const byLine = Map.groupBy(
    taxes.filter(({ ambito }) => ambito === 'federal'),
    ({ partida }) => partida ?? '',
  )
  return {
    modelo: 'Venta',
    registro: sale.id,
    sucursal: sale.sucursal,
    previous: sale.cfdi_estado === 'rechazado' ? sale.cfdi : null,
    draft: {
      TipoDeComprobante: 'I',
      ...given({ FormaPago: method === 'PPD' ? LATER : sale.forma_pago }),
      MetodoPago: method,
      CondicionesDePago: sale.condicion,
      ...currencyOf(sale),
      Exportacion: sale.exportacion ?? '01',
      ...globalOf(sale),
      ...relationsOf(of),
      Receptor: receiverOf(sale, of.place),
      Conceptos: lines.map((line) => conceptOf(line, byLine.get(line.id) ?? [])),
      ...(local.length === 0 ? {} : { locales: localsOf(local) }),
    },
  }
}

function relationsOf({
  advances,
  replaced,
}: {
  readonly advances: readonly string[]
  readonly replaced: string | null
}) {
  const CfdiRelacionados = [
    { TipoRelacion: OF_ADVANCE, uuids: advances },
    { TipoRelacion: REPLACES, uuids: replaced === null ? [] : [replaced] },
  ].flatMap(({ TipoRelacion, uuids }) =>
    uuids.length === 0 ? [] : [{ TipoRelacion, CfdiRelacionado: uuids.map((UUID) => ({ UUID })) }],
  )
  return CfdiRelacionados.length === 0 ? {} : { CfdiRelacionados }
}

/** Sustitución de los CFDI previos. */
const REPLACES = '04'

/** What is sold to the public at large is a global invoice, here of one sale and its day. */
function globalOf(sale: InvoiceSale) {
  if (!isForPublic(sale)) return {}
  const { fecha } = sale
  const InformacionGlobal = {
    Periodicidad: DAILY,
    Meses: fecha.slice(5, 7),
    Año: fecha.slice(0, 4),
  }
  return { InformacionGlobal }
}

/** Whether nobody in particular bought. */
export function isForPublic({
  rfc,
  razon_social,
}: Pick<InvoiceSale, 'rfc' | 'razon_social'>): boolean {
  return rfc === PUBLIC_RFC && fiscalName(razon_social, 'fisica') === PUBLIC_NAME
}

const DAILY = '01'

/** What is paid later is paid in a way that nobody knows yet. */
const LATER = '99'

function methodOf({ es_contado: isCash, metodo_pago }: InvoiceSale): string {
  return metodo_pago ?? (isCash ? 'PUE' : 'PPD')
}

function conceptOf(line: InvoiceLine, taxes: readonly InvoiceTax[]): ConceptoDraft {
  return {
    ClaveProdServ: line.clave_prod_serv ?? '',
    ...given({ NoIdentificacion: line.articulo }),
    Cantidad: plainNumber(line.cantidad),
    ClaveUnidad: line.clave_unidad ?? '',
    Unidad: line.unidad.slice(0, MAX_UNIT),
    Descripcion: line.descripcion,
    ValorUnitario: plainNumber(line.precio),
    Importe: line.importe,
    ...(Number(line.descuento) === 0 ? {} : { Descuento: line.descuento }),
    ObjetoImp: objectOf(line),
    ...lineTaxes(taxes),
  }
}

const MAX_UNIT = 20

const WITHOUT_TAXES = '01'

/** What costs nothing is no object of taxes: the SAT takes no Base of 0, which whoever gives it away would have. */
export function objectOf(
  sold: Pick<InvoiceLine, 'importe' | 'descuento' | 'objeto_impuesto'>,
): string {
  const net = minus(decimal(sold.importe), decimal(sold.descuento))
  return isZero(net) ? WITHOUT_TAXES : sold.objeto_impuesto
}

/** The taxes of a line as a CFDI writes them; of nothing there is none. */
export function lineTaxes(all: readonly InvoiceTax[]): Pick<ConceptoDraft, 'Impuestos'> {
  const taxes = all.filter(({ base, importe }) => !isNothing(base) || !isNothing(importe))
  if (taxes.length === 0) return {}
  const Traslados = taxes.filter(({ tipo }) => tipo === 'traslado').map(passedOn)
  const Retenciones = taxes.filter(({ tipo }) => tipo === 'retencion').map(withheld)
  return {
    Impuestos: {
      ...(Traslados.length === 0 ? {} : { Traslados }),
      ...(Retenciones.length === 0 ? {} : { Retenciones }),
    },
  }
}

function isNothing(amount: string): boolean {
  return isZero(decimal(amount))
}

function passedOn({ base, factor, importe, impuesto, tasa }: InvoiceTax): TrasladoDraft {
  const common = { Base: base, Impuesto: impuesto ?? '', TipoFactor: factor }
  if (factor === EXEMPT) return common
  return { ...common, TasaOCuota: tasa ?? '', Importe: importe }
}

const EXEMPT = 'Exento'

function withheld({ base, factor, importe, impuesto, tasa }: InvoiceTax): RetencionDraft {
  return {
    Base: base,
    Impuesto: impuesto ?? '',
    TipoFactor: factor,
    TasaOCuota: tasa ?? '',
    Importe: importe,
  }
}

function percent({ tasa }: InvoiceTax): string {
  return decimalText(rounded(times(decimal(tasa ?? '0'), decimal('100')), 2))
}

function localsOf(taxes: readonly InvoiceTax[]) {
  return {
    TrasladosLocales: taxes
      .filter(({ tipo }) => tipo === 'traslado')
      .map((tax) => ({
        ImpLocTrasladado: tax.nombre_local ?? '',
        TasadeTraslado: percent(tax),
        Importe: tax.importe,
      })),
    RetencionesLocales: taxes
      .filter(({ tipo }) => tipo === 'retencion')
      .map((tax) => ({
        ImpLocRetenido: tax.nombre_local ?? '',
        TasadeRetencion: percent(tax),
        Importe: tax.importe,
      })),
  }
}

/** The fields of our records that make those of a CFDI, the longest beginning first. */
const FIELDS: readonly (readonly [string, string])[] = [
  ['Receptor.Rfc', 'cliente.rfc'],
  ['Receptor.Nombre', 'cliente.razon_social'],
  ['Receptor.DomicilioFiscalReceptor', 'cliente.codigo_postal'],
  ['Receptor.RegimenFiscalReceptor', 'cliente.regimen_fiscal'],
  ['Receptor.ResidenciaFiscal', 'cliente.residencia_fiscal'],
  ['Receptor.NumRegIdTrib', 'cliente.identidad_tributaria'],
  ['Receptor.UsoCFDI', 'uso_cfdi'],
  ['InformacionGlobal', 'cliente'],
  ['FormaPago', 'forma_pago'],
  ['MetodoPago', 'metodo_pago'],
  ['CondicionesDePago', 'condicion_pago'],
  ['Moneda', 'moneda'],
  ['TipoCambio', 'tipo_cambio'],
  ['Exportacion', 'exportacion'],
  ['SubTotal', 'subtotal'],
  ['Descuento', 'descuento'],
  ['Impuestos', 'impuestos'],
  ['Total', 'total'],
]

const LINE_FIELDS: readonly (readonly [string, string])[] = [
  ['ClaveProdServ', 'clave_prod_serv'],
  ['NoIdentificacion', 'articulo'],
  ['Cantidad', 'cantidad'],
  ['ClaveUnidad', 'unidad'],
  ['Unidad', 'unidad'],
  ['Descripcion', 'descripcion'],
  ['ValorUnitario', 'precio'],
  ['Importe', 'importe'],
  ['Descuento', 'descuento'],
  ['ObjetoImp', 'objeto_impuesto'],
  ['Impuestos', 'desglose'],
]

/** What is wrong with a CFDI, by the field of our record to mend; `partidas` are the numbers of its lines. */
export function mendable(
  { code, field, message }: CfdiProblem,
  partidas: readonly number[],
): ErrorEntry {
  const what = withCode(message, code)
  if (field.startsWith('Emisor') || field.startsWith('LugarExpedicion'))
    return { code: 'CONFIGURATION_INCOMPLETE', message: CFDI_PROBLEM.company({ what }) }
  const [, index, rest = ''] = /^Conceptos\[(\d+)\]\.?(.*)$/.exec(field) ?? []
  if (index !== undefined) {
    const ours = LINE_FIELDS.find(([name]) => rest.startsWith(name))?.[1] ?? 'descripcion'
    const line = partidas[Number(index)] ?? Number(index) + 1
    const place = `partidas[${line}].${ours}`
    const problem = CFDI_PROBLEM.line({ place, line, field: ours, what })
    return { code: 'VALIDATION', field: place, message: problem }
  }
  const ours = FIELDS.find(([name]) => field.startsWith(name))?.[1]
  if (ours !== undefined)
    return {
      code: 'VALIDATION',
      field: ours,
      message: CFDI_PROBLEM.field({ field: ours, what }),
    }
  return { code: 'VALIDATION', field, message: CFDI_PROBLEM.attribute({ path: field, what }) }
}
