import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { ErrorEntry } from '../../../../errors.ts'
import {
  composePagos,
  PAYMENT_DOCUMENT,
  type DecimalsOf,
  type PaidInvoice,
} from '../../../../fiscal/cfdi/compose/payments.ts'
import { groupsOf } from '../../../../fiscal/cfdi/compose/tax-groups.ts'
import type { CfdiProblem } from '../../../../fiscal/cfdi/problem.ts'
import { CFDI_PROBLEM, withCode } from '../../../../messages/cfdi-problems.ts'
import { SEVERAL_RECEIVERS } from '../../../../messages/collections.ts'
import { plainNumber, type CfdiRequest } from '../../cfdi/cfdi-request.ts'
import { receiverOf } from '../../cfdi/decisions/receiver.ts'
import type { PaidPart, PaidTax } from '../store/complement-store.ts'

const USUAL_DECIMALS = 2

/**
 * The CFDI by which a collection tells the SAT what it pays of invoices that are paid in parts.
 * @param place where it is issued, and now, the local time there
 * @source docs/decisions/0252-erp-cash.md
 */
export function complementRequest(
  parts: readonly PaidPart[],
  {
    place,
    decimals,
    now,
  }: {
    readonly place: string
    readonly decimals: ReadonlyMap<string, number>
    readonly now: string
  },
): Result<CfdiRequest, ErrorEntry> {
  const [first] = parts
  if (first === undefined) throw new Error('a complement without payments')
  const other = parts.find(({ rfc }) => rfc !== first.rfc)
  if (other !== undefined) {
    const message = SEVERAL_RECEIVERS({ rfc: first.rfc, other: other.rfc })
    return fail({ code: 'VALIDATION', field: 'aplicaciones', message })
  }
  const decimalsOf: DecimalsOf = (moneda) => decimals.get(moneda) ?? USUAL_DECIMALS
  const { moneda, tipo_cambio: rate, referencia } = first
  const pago = {
    FechaPago: paidAt(first.fecha, now),
    FormaDePagoP: first.forma_pago,
    MonedaP: moneda,
    ...(moneda === 'MXN' ? {} : { TipoCambioP: plainNumber(rate) }),
    ...(referencia === null ? {} : { NumOperacion: referencia }),
    documentos: parts.map((part) => ({
      invoice: paidInvoiceOf(part),
      NumParcialidad: part.parcialidad,
      ImpSaldoAnt: part.saldo_anterior,
      ImpPagado: part.importe,
      importeP: part.importe_cobro,
    })),
  }
  return ok({
    modelo: 'CobroCliente',
    registro: first.cobro,
    sucursal: null,
    previous: first.anterior,
    draft: {
      ...PAYMENT_DOCUMENT,
      Receptor: receiverOf({ ...first, uso_cfdi: 'CP01' }, place),
      pagos: composePagos([pago], decimalsOf),
    },
  })
}

/** Nobody says at what hour of the day: at noon, or now while that is still to come. */
function paidAt(day: string, now: string): string {
  const noon = `${day}T12:00:00`
  return noon < now ? noon : now
}

function paidInvoiceOf(part: PaidPart): PaidInvoice {
  const objects = new Set(part.objetos)
  const first = ['02', '07', '06', '08'].find((object) => objects.has(object))
  const groupsOfKind = (tipo: PaidTax['tipo']) =>
    groupsOf(
      part.impuestos
        .filter((tax) => tax.tipo === tipo)
        .map(({ base, factor, impuesto, tasa }) => ({
          Base: base,
          Impuesto: impuesto,
          TipoFactor: factor,
          ...(tasa === null ? {} : { TasaOCuota: tasa }),
        })),
    )
  return {
    IdDocumento: part.uuid,
    ...(part.serie === null ? {} : { Serie: part.serie }),
    ...(part.folio === null ? {} : { Folio: part.folio }),
    Moneda: part.cfdi_moneda,
    Total: part.cfdi_total,
    taxes: { traslados: groupsOfKind('traslado'), retenciones: groupsOfKind('retencion') },
    ObjetoImp: first ?? part.objetos[0] ?? '01',
  }
}

/** What is wrong with a complement, by what has to be mended. */
export function complementProblem({ code, field, message }: CfdiProblem): ErrorEntry {
  const what = withCode(message, code)
  if (field.startsWith('Emisor') || field.startsWith('LugarExpedicion'))
    return { code: 'CONFIGURATION_INCOMPLETE', message: CFDI_PROBLEM.company({ what }) }
  const ours = field.startsWith('Receptor') ? 'cliente' : 'aplicaciones'
  return { code: 'VALIDATION', field: ours, message: CFDI_PROBLEM.attribute({ path: field, what }) }
}
