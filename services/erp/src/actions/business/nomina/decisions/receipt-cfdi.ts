import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { ErrorEntry } from '../../../../errors.ts'
import {
  composeNomina,
  payrollDocument,
  type NominaDraft,
} from '../../../../fiscal/cfdi/compose/payroll.ts'
import { fiscalName } from '../../../../fiscal/cfdi/fiscal-name.ts'
import type { NominaEmisor, NominaReceptor } from '../../../../fiscal/cfdi/structure/nomina.ts'
import { compare, decimal, decimalText, rounded, times } from '../../../../fiscal/decimal.ts'
import type { CfdiRequest } from '../../cfdi/cfdi-request.ts'
import type { ReceiptToStamp } from '../store/receipt-cfdi-store.ts'
import { cfdiLines } from './receipt-cfdi-lines.ts'
import { isSubordinate, missingForCfdi } from './receipt-cfdi-missing.ts'

const COMPANY_RFC_LENGTH = 12
const REGIME_OF_WAGES = '605'
const USE_OF_PAYROLL = 'CN01'
const EXTRAORDINARY = 'E'
const OTHER_PERIOD = '99'
const DAYS_OF_MONTH = decimal('30')
// Of an account that is no CLABE: of some banks, or the number of a card.
const ACCOUNT_LENGTHS: ReadonlySet<number> = new Set([10, 11, 16])
const RELATED_AS_SUBSTITUTE = '04'
/** A receipt that pays no day is told as of one: the SAT takes no zero. */
const ONE_DAY = '1.000'

export interface Replaced {
  /** UUID of the CFDI that the new one is instead of. */
  readonly uuid: string
}

/**
 * The CFDI of a receipt, or all that is missing of the person and of the company.
 * @source docs/decisions/0297-erp-payroll-cfdi.md
 */
export function receiptCfdi(
  receipt: ReceiptToStamp,
  of: { readonly previous: string | null; readonly replaced: Replaced | null },
): Result<CfdiRequest, readonly ErrorEntry[]> {
  const missing = missingForCfdi(receipt)
  const lines = cfdiLines(receipt)
  if (missing.length > 0 || !lines.ok) return fail([...missing, ...(lines.ok ? [] : lines.error)])
  const nomina = composeNomina({ ...headOf(receipt), ...lines.value })
  return ok({
    modelo: 'ReciboNomina',
    registro: receipt.id,
    sucursal: null,
    previous: of.previous,
    draft: {
      ...payrollDocument(nomina),
      ...(of.replaced === null
        ? {}
        : {
            CfdiRelacionados: [
              {
                TipoRelacion: RELATED_AS_SUBSTITUTE,
                CfdiRelacionado: [{ UUID: of.replaced.uuid.toUpperCase() }],
              },
            ],
          }),
      Receptor: {
        Rfc: receipt.rfc ?? '',
        Nombre: fiscalName(receipt.nombre, 'fisica'),
        DomicilioFiscalReceptor: receipt.codigo_postal ?? '',
        RegimenFiscalReceptor: REGIME_OF_WAGES,
        UsoCFDI: USE_OF_PAYROLL,
      },
    },
  })
}

type Head = Omit<NominaDraft, 'percepciones' | 'deducciones' | 'otrosPagos' | 'incapacidades'>

function headOf(receipt: ReceiptToStamp): Head {
  const days = decimal(receipt.dias_pagados)
  const employer = employerOf(receipt)
  return {
    TipoNomina: receipt.tipo_nomina,
    FechaPago: receipt.fecha_pago,
    FechaInicialPago: receipt.fecha_inicio,
    FechaFinalPago: receipt.fecha_fin,
    NumDiasPagados: compare(days, decimal('0')) > 0 ? decimalText(rounded(days, 3)) : ONE_DAY,
    ...(Object.keys(employer).length === 0 ? {} : { Emisor: employer }),
    Receptor: personOf(receipt),
    service: {
      years: yearsOfService(receipt.fecha_alta, receipt.fecha_baja ?? receipt.fecha_fin),
      lastMonthlyWage: decimalText(times(decimal(receipt.salario_diario), DAYS_OF_MONTH)),
    },
  }
}

function employerOf(receipt: ReceiptToStamp): NominaEmisor {
  const { empresa_rfc, empresa_curp, registro_patronal, origen_recurso } = receipt
  const isPerson = empresa_rfc.length > COMPANY_RFC_LENGTH
  return {
    ...(isPerson && empresa_curp !== null ? { Curp: empresa_curp } : {}),
    ...(isSubordinate(receipt) && registro_patronal !== null
      ? { RegistroPatronal: registro_patronal }
      : {}),
    ...(origen_recurso === null ? {} : { EntidadSNCF: { OrigenRecurso: origen_recurso } }),
  }
}

function personOf(receipt: ReceiptToStamp): NominaReceptor {
  const { tipo_nomina, periodicidad, jornada, departamento, puesto } = receipt
  return {
    Curp: receipt.curp ?? '',
    ...(isSubordinate(receipt) ? insuredAs(receipt) : {}),
    TipoContrato: receipt.tipo_contrato ?? '',
    ...(jornada === null ? {} : { TipoJornada: jornada }),
    TipoRegimen: receipt.regimen ?? '',
    NumEmpleado: receipt.numero,
    ...(departamento === null ? {} : { Departamento: departamento }),
    ...(puesto === null ? {} : { Puesto: puesto }),
    PeriodicidadPago: tipo_nomina === EXTRAORDINARY ? OTHER_PERIOD : periodicidad,
    ...accountOf(receipt),
    ClaveEntFed: receipt.estado_trabajo ?? '',
  }
}

function insuredAs(receipt: ReceiptToStamp): Partial<NominaReceptor> {
  const { nss, fecha_alta, fecha_fin, riesgo, sindicalizado } = receipt
  const wage = receipt.salario_base_cotizacion
  return {
    ...(nss === null ? {} : { NumSeguridadSocial: nss }),
    FechaInicioRelLaboral: fecha_alta,
    Antigüedad: `P${weeksBetween(fecha_alta, fecha_fin)}W`,
    Sindicalizado: sindicalizado ? 'Sí' : 'No',
    ...(riesgo === null ? {} : { RiesgoPuesto: riesgo }),
    ...(wage === null
      ? {}
      : { SalarioBaseCotApor: cents(wage), SalarioDiarioIntegrado: cents(wage) }),
  }
}

function cents(amount: string): string {
  return decimalText(rounded(decimal(amount), 2))
}

/** A CLABE names its bank; another account needs it, and one of no known length is not told. */
function accountOf({ clabe, numero_cuenta, banco }: ReceiptToStamp): Partial<NominaReceptor> {
  if (clabe !== null) return { CuentaBancaria: clabe }
  if (numero_cuenta === null || banco === null) return {}
  const isKnown = /^\d+$/.test(numero_cuenta) && ACCOUNT_LENGTHS.has(numero_cuenta.length)
  return isKnown ? { Banco: banco, CuentaBancaria: numero_cuenta } : {}
}

const DAY_MS = 86_400_000

/** Whole weeks, both days counted: what the SAT takes at most. */
function weeksBetween(from: string, to: string): number {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  return Math.max(0, Math.floor(days / 7))
}

/** Years from one day to another; more than six months count as one. LISR 93 XIII. */
function yearsOfService(from: string, to: string): number {
  const [start, end] = [new Date(from), new Date(to)]
  const months =
    (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth()
  const isShort = end.getUTCDate() < start.getUTCDate()
  const whole = Math.max(0, isShort ? months - 1 : months)
  const rest = whole % 12
  const isMore = rest > 6 || (rest === 6 && end.getUTCDate() !== start.getUTCDate())
  return Math.floor(whole / 12) + (isMore ? 1 : 0)
}
