import type { ErrorEntry } from '../../../../errors.ts'
import type { CfdiProblem } from '../../../../fiscal/cfdi/problem.ts'
import { decimal, decimalText, dividedBy, plus, rounded } from '../../../../fiscal/decimal.ts'
import { CFDI_PROBLEM, withCode } from '../../../../messages/cfdi-problems.ts'
import { MONEY_DECIMALS } from '../../../../query/amount-decimals.ts'
import { cents, timesRate } from '../../cents.ts'
import type { CfdiRequest } from '../../cfdi/cfdi-request.ts'
import { currencyOf, OF_ADVANCE, receiverOf } from '../../cfdi/decisions/receiver.ts'
import type { EntrySource } from '../../contabilidad/decisions/entry-source.ts'
import type { AdvanceCfdiRow, UseCfdiRow } from '../store/advance-cfdi-store.ts'

/** The SAT's key of what is paid for beforehand, whatever it will be. */
const ADVANCE_KEY = '84111506'
const ACTIVITY = 'ACT'
const IVA = '002'
/** Aplicación de anticipos. */
const APPLICATION = '30'
const RETURNS = 'G02'
const WITHOUT_EFFECTS = 'S01'
const WITHOUT_OBLIGATIONS = '616'

/** As exact as a CFDI is, so that amount and tax add up to what was received. */
const EXACT = 6

/** IVA is part of what was received: the amount without it, exactly. */
function netOf(importe: string, tasa: string): string {
  return decimalText(dividedBy(decimal(importe), plus(decimal('1'), decimal(tasa)), EXACT))
}

/** The IVA in an amount of an advance, in cents. */
export function ivaIn(
  importe: string,
  { tasa_iva: tasa, decimales }: Pick<AdvanceCfdiRow, 'tasa_iva' | 'decimales'>,
): bigint {
  const net = rounded(decimal(netOf(importe, tasa ?? '0')), decimales)
  return cents(importe) - rounded(net, MONEY_DECIMALS).units
}

function conceptOf(
  importe: string,
  facts: { readonly tasa: string; readonly descripcion: string },
) {
  const net = netOf(importe, facts.tasa)
  return {
    ClaveProdServ: ADVANCE_KEY,
    Cantidad: '1',
    ClaveUnidad: ACTIVITY,
    Descripcion: facts.descripcion,
    ValorUnitario: net,
    Importe: net,
    ObjetoImp: '02',
    Impuestos: { Traslados: [{ Impuesto: IVA, TipoFactor: 'Tasa', TasaOCuota: facts.tasa }] },
  }
}

/** The invoice of an advance, paid as it came in. */
export function advanceRequest(
  row: AdvanceCfdiRow,
  facts: { readonly tasa: string; readonly place: string },
): CfdiRequest {
  return {
    modelo: 'AnticipoVenta',
    registro: row.id,
    sucursal: null,
    previous: row.cfdi_estado === 'rechazado' ? row.cfdi : null,
    draft: {
      TipoDeComprobante: 'I',
      ...(row.forma_pago === null ? {} : { FormaPago: row.forma_pago }),
      MetodoPago: 'PUE',
      ...currencyOf(row),
      Exportacion: '01',
      Receptor: receiverOf(row, facts.place),
      Conceptos: [
        conceptOf(row.importe, { tasa: facts.tasa, descripcion: 'Anticipo del bien o servicio' }),
      ],
    },
  }
}

/** What takes back of an advance's invoice what a final invoice has instead. */
export function useRequest(
  use: UseCfdiRow,
  facts: { readonly advance: AdvanceCfdiRow; readonly place: string },
): CfdiRequest {
  const { advance, place } = facts
  const uso_cfdi = advance.regimen === WITHOUT_OBLIGATIONS ? WITHOUT_EFFECTS : RETURNS
  return {
    modelo: 'AplicacionNotaCredito',
    registro: use.id,
    sucursal: null,
    previous: use.cfdi_estado === 'rechazado' ? use.cfdi : null,
    draft: {
      TipoDeComprobante: 'E',
      FormaPago: APPLICATION,
      MetodoPago: 'PUE',
      ...currencyOf(advance),
      Exportacion: '01',
      CfdiRelacionados: [
        { TipoRelacion: OF_ADVANCE, CfdiRelacionado: [{ UUID: use.factura ?? '' }] },
      ],
      Receptor: receiverOf({ ...advance, uso_cfdi }, place),
      Conceptos: [
        conceptOf(use.importe_anticipo, {
          tasa: advance.tasa_iva ?? '0',
          descripcion: 'Aplicación de anticipo',
        }),
      ],
    },
  }
}

/** What is wrong with the CFDI of an advance, by the field of our record to mend. */
export function advanceProblem({ code, field, message }: CfdiProblem): ErrorEntry {
  const what = withCode(message, code)
  if (field.startsWith('Emisor') || field.startsWith('LugarExpedicion'))
    return { code: 'CONFIGURATION_INCOMPLETE', message: CFDI_PROBLEM.company({ what }) }
  const ours = FIELDS.find(([name]) => field.startsWith(name))?.[1] ?? 'importe'
  return {
    code: 'VALIDATION',
    field: ours,
    message: CFDI_PROBLEM.made({ field: ours, path: field, what }),
  }
}

const FIELDS: readonly (readonly [string, string])[] = [
  ['Receptor', 'cliente'],
  ['InformacionGlobal', 'cliente'],
  ['FormaPago', 'forma_pago'],
  ['TipoCambio', 'tipo_cambio'],
  ['Moneda', 'moneda'],
]

/** The IVA of an advance's invoice, in its currency and in the company's. */
export function advanceIva(row: AdvanceCfdiRow): { readonly own: bigint; readonly base: bigint } {
  const own = ivaIn(row.importe, row)
  return { own, base: timesRate(own, row.tipo_cambio) }
}

/** What the books are told of IVA that falls due with an advance, or of its being taken back. */
export function ivaSource(
  row: AdvanceCfdiRow,
  facts: {
    readonly model: string
    readonly event: string
    readonly record: string
    readonly fecha: string
    readonly iva: { readonly own: bigint; readonly base: bigint }
  },
): EntrySource {
  return {
    model: facts.model,
    event: facts.event,
    origin: 'ventas',
    record: facts.record,
    folio: row.folio,
    fecha: facts.fecha,
    currency: { moneda: row.moneda, tipoCambio: row.tipo_cambio },
    dimensiones: { moneda: Number(row.moneda) },
    total: facts.iva.base,
    amounts: { iva: facts.iva },
    accounts: { 'cliente.cuenta_contable': row.cliente_cuenta },
    proveedor: null,
    cliente: row.cliente,
    lines: [],
  }
}
