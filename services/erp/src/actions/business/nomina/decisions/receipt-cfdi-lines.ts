import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { ErrorEntry } from '../../../../errors.ts'
import type { NominaDraft } from '../../../../fiscal/cfdi/compose/payroll.ts'
import type {
  Deduccion,
  Incapacidad,
  OtroPago,
  Percepcion,
} from '../../../../fiscal/cfdi/structure/nomina.ts'
import {
  compare,
  decimal,
  decimalText,
  isZero,
  minus,
  plus,
  rounded,
  roundedUp,
  ZERO,
} from '../../../../fiscal/decimal.ts'
import { CONCEPT_UNTOLD, OVERTIME_UNTOLD } from '../../../../messages/payroll-cfdi.ts'
import { CONCEPT_HAS_NO_SAT_KEY } from '../../../../messages/payroll-runs.ts'
import type { LineToStamp, OvertimeToStamp, ReceiptToStamp } from '../store/receipt-cfdi-store.ts'

type Lines = Pick<NominaDraft, 'percepciones' | 'deducciones' | 'otrosPagos' | 'incapacidades'>

const WAGES = '02'
const SUBSIDY = '002'
const OVERTIME = '019'
const INCAPACITY_PAID = '014'
const INCAPACITY_TAKEN = '006'
// Shares, and credit balances of the year: what is told with them stands in no record.
const UNTOLD_PERCEPTION = '045'
const UNTOLD_PAYMENT = '004'
const INSTEAD_OF_SUBSIDY: ReadonlySet<string> = new Set(['007', '008'])
/** What is not paid out and not taken off, such as what the employer owes. */
const OUTSIDE: ReadonlySet<string> = new Set(['obligacion', 'informativo'])
const SHORTEST_KEY = 3

/** The lines of a receipt as its CFDI tells them; or those that it cannot tell. */
export function cfdiLines(receipt: ReceiptToStamp): Result<Lines, readonly ErrorEntry[]> {
  const lines = receipt.partidas.filter(
    ({ tipo, importe }) => !OUTSIDE.has(tipo) && !isZero(decimal(importe)),
  )
  const problems = lines.flatMap((line) => problemOf(receipt, line) ?? [])
  if (problems.length > 0) return fail(problems)
  const ofType = (wanted: string) => lines.filter(({ tipo }) => tipo === wanted)
  return ok({
    percepciones: ofType('percepcion').map((line) => perception(receipt, line)),
    deducciones: ofType('deduccion').map(deduction),
    otrosPagos: withSubsidy(
      receipt,
      ofType('otro_pago').map((line) => payment(receipt, line)),
    ),
    incapacidades: incapacities(receipt, lines),
  })
}

function problemOf(receipt: ReceiptToStamp, line: LineToStamp): ErrorEntry | null {
  const { clave: concept, sat, tipo } = line
  if (sat === null) return { code: 'VALIDATION', message: CONCEPT_HAS_NO_SAT_KEY({ concept }) }
  const person = `${receipt.numero} ${receipt.nombre}`
  const isUntold =
    (tipo === 'percepcion' && sat === UNTOLD_PERCEPTION) ||
    (tipo === 'otro_pago' && sat === UNTOLD_PAYMENT)
  if (isUntold)
    return { code: 'VALIDATION', message: CONCEPT_UNTOLD({ person, concept, key: sat }) }
  if (tipo === 'percepcion' && sat === OVERTIME && overtimeOf(receipt, line).length === 0)
    return { code: 'VALIDATION', message: OVERTIME_UNTOLD({ person, concept }) }
  return null
}

function named({ clave, nombre }: LineToStamp) {
  return { Clave: clave.padStart(SHORTEST_KEY, '0'), Concepto: nombre }
}

function cents(amount: string): string {
  return decimalText(rounded(decimal(amount), 2))
}

/** What is not exempt is taxed: who writes a line by hand may leave that out. */
function perception(receipt: ReceiptToStamp, line: LineToStamp): Percepcion {
  const exempt = decimal(cents(line.importe_exento ?? '0'))
  const taxed = minus(decimal(cents(line.importe)), exempt)
  const hours = line.sat === OVERTIME ? overtimeOf(receipt, line) : []
  return {
    TipoPercepcion: line.sat ?? '',
    ...named(line),
    ImporteGravado: decimalText(taxed),
    ImporteExento: decimalText(exempt),
    ...(hours.length === 0
      ? {}
      : {
          HorasExtra: hours.map(({ dias, tipo_horas, horas, importe }) => ({
            Dias: String(dias),
            TipoHoras: tipo_horas,
            HorasExtra: String(horas),
            ImportePagado: cents(importe),
          })),
        }),
  }
}

const HOURS_OF: Readonly<Record<string, string>> = { horas_dobles: '01', horas_triples: '02' }

/** What somebody wrote of a line of overtime; else its own hours, on the days on which some were noted. */
function overtimeOf(
  { horas_extra, dias_horas_extra }: ReceiptToStamp,
  line: LineToStamp,
): readonly OvertimeToStamp[] {
  const written = horas_extra.filter(({ renglon }) => renglon === line.id)
  if (written.length > 0) return written
  const kind = HOURS_OF[line.calculo ?? '']
  if (kind === undefined || line.cantidad === null || isZero(decimal(line.cantidad))) return []
  const horas = Number(decimalText(roundedUp(decimal(line.cantidad), 0)))
  const dias = Math.max(1, Math.min(horas, dias_horas_extra))
  return [{ renglon: line.id, tipo_horas: kind, dias, horas, importe: line.importe }]
}

function deduction(line: LineToStamp): Deduccion {
  return { TipoDeduccion: line.sat ?? '', ...named(line), Importe: cents(line.importe) }
}

function payment({ subsidio_causado }: ReceiptToStamp, line: LineToStamp): OtroPago {
  const Importe = cents(line.importe)
  const paid = { TipoOtroPago: line.sat ?? '', ...named(line), Importe }
  if (line.sat !== SUBSIDY) return paid
  const caused = cents(subsidio_causado ?? '0')
  // Nobody is given more of it than was caused.
  const SubsidioCausado = compare(decimal(caused), decimal(Importe)) < 0 ? Importe : caused
  return { ...paid, SubsidioAlEmpleo: { SubsidioCausado } }
}

/**
 * The subsidy is told of everybody with wages, also where it is nothing: since May 2024 it lessens ISR and is not paid out,
 * so that its amount is zero, and what was caused stands beside it.
 */
function withSubsidy(
  { regimen, subsidio_causado }: ReceiptToStamp,
  payments: readonly OtroPago[],
): readonly OtroPago[] {
  const isTold = payments.some(
    ({ TipoOtroPago: kind }) => kind === SUBSIDY || INSTEAD_OF_SUBSIDY.has(kind),
  )
  if (regimen !== WAGES || isTold) return payments
  const subsidy: OtroPago = {
    TipoOtroPago: SUBSIDY,
    Clave: SUBSIDY,
    Concepto: 'Subsidio para el empleo',
    Importe: '0.00',
    SubsidioAlEmpleo: { SubsidioCausado: cents(subsidio_causado ?? '0') },
  }
  return [...payments, subsidy]
}

/**
 * Certificates with days in the period, each with what was paid or taken for it. What no line names by its certificate
 * belongs to the first.
 */
function incapacities(
  { incapacidades }: ReceiptToStamp,
  lines: readonly LineToStamp[],
): readonly Incapacidad[] {
  const paid = lines.filter(
    ({ tipo, sat }) =>
      (tipo === 'percepcion' && sat === INCAPACITY_PAID) ||
      (tipo === 'deduccion' && sat === INCAPACITY_TAKEN),
  )
  const known = new Set(incapacidades.map(({ folio }) => folio))
  return incapacidades.map(({ folio, dias, tipo, importe }, index) => {
    const own = paid.filter(({ referencia }) =>
      referencia !== null && known.has(referencia) ? referencia === folio : index === 0,
    )
    const sum = own.reduce((all, line) => plus(all, decimal(line.importe)), ZERO)
    const amount = importe ?? (isZero(sum) ? null : decimalText(sum))
    return {
      DiasIncapacidad: String(dias),
      TipoIncapacidad: tipo,
      ...(amount === null ? {} : { ImporteMonetario: cents(amount) }),
    }
  })
}
