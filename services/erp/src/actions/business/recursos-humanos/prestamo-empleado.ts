import type { Picked } from '../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../errors.ts'
import {
  LOAN_BEYOND_WAGES,
  LOAN_NOT_PAID_BACK,
  LOAN_OF_NOBODY,
  LOAN_TOO_LONG,
  LOAN_TOO_SOON,
  LOAN_WAS_PAID,
  LOAN_WITHOUT_GUARANTOR,
  MORE_THAN_IS_OWED,
  NOT_ABOVE_ZERO,
} from '../../../messages/loans.ts'
import { lockRowsBelow } from '../../../store/records/model-rows.ts'
import { dateInput } from '../action-inputs.ts'
import { amountText, cents } from '../cents.ts'
import type { Changes } from '../changes.ts'
import { documentAction } from '../document-action.ts'
import { dayAfter } from './decisions/calendar.ts'
import { planPayments, type LoanTerms, type PlannedPayment } from './decisions/loan-plan.ts'
import { monthsBetween } from './decisions/service-years.ts'
import { wrong } from './decisions/wrong.ts'
import { inputText, requiredMoney } from './hire-inputs.ts'

// Loans to employees. @source docs/decisions/0296-erp-life-of-employees.md

const MODEL = 'PrestamoEmpleado'
const PAYMENTS = 'PrestamoEmpleadoAbono'

const LOAN_FIELDS = [
  'empleado',
  'empleado.estado',
  'empleado.numero',
  'empleado.fecha_alta',
  'empleado.salario_diario',
  'empleado.grupo_nomina.dias_periodo',
  'tipo.plazo_maximo',
  'tipo.dias_sueldo_maximo',
  'tipo.antiguedad_minima_meses',
  'tipo.requiere_aval',
  'fecha',
  'importe',
  'tasa_interes',
  'plazo_pagos',
  'descuento_periodo',
  'aval',
  'saldo',
] as const
type Loan = Picked<'PrestamoEmpleado', (typeof LOAN_FIELDS)[number]>

// Of who is in no payroll group.
const DAYS_BETWEEN = '15'
const MAX_PAYMENTS = 520

/** Hands the money out: the plan of payments stands from then on. */
export const otorgarPrestamo = documentAction(MODEL, {
  name: 'otorgar_prestamo',
  label: 'Otorgar préstamo',
  locksFirst: { reference: 'empleado', called: 'employee' },
  fields: LOAN_FIELDS,
  run: ({ batch, changes, move }) => {
    for (const loan of batch.remaining) {
      const problems = grantProblems(loan)
      const plan = problems.length > 0 ? null : planPayments(termsOf(loan, loan.importe))
      if (plan === null) {
        const unpaid = [wrong('descuento_periodo', LOAN_NOT_PAID_BACK({ count: loan.plazo_pagos }))]
        batch.refuse(loan.id, ...(problems.length > 0 ? problems : unpaid))
        continue
      }
      for (const [index, payment] of plan.entries()) {
        changes.insert(PAYMENTS, {
          prestamo: loan.id,
          numero: index + 1,
          origen: 'nomina',
          ...payment,
          estado: 'programado',
        })
      }
      move(loan, { to: 'vigente', fields: { saldo: loan.importe } })
    }
  },
})

function termsOf(loan: Loan, saldo: string): LoanTerms {
  const dias = Number(loan['empleado.grupo_nomina.dias_periodo'] ?? DAYS_BETWEEN)
  return {
    saldo,
    tasa: loan.tasa_interes,
    descuento: loan.descuento_periodo,
    pagos: loan.plazo_pagos,
    primero: dayAfter(loan.fecha, dias),
    dias,
  }
}

function grantProblems(loan: Loan): readonly ErrorEntry[] {
  const { importe, descuento_periodo: payment, plazo_pagos: count, aval } = loan
  const number = loan['empleado.numero']
  return [
    ...(loan['empleado.estado'] === 'baja' ? [wrong('empleado', LOAN_OF_NOBODY({ number }))] : []),
    ...notPositive('importe', importe),
    ...notPositive('descuento_periodo', payment),
    ...countProblems(count, loan['tipo.plazo_maximo']),
    ...wageProblems(loan),
    ...serviceProblems(loan),
    ...(loan['tipo.requiere_aval'] && aval === null
      ? [wrong('aval', LOAN_WITHOUT_GUARANTOR())]
      : []),
  ]
}

function notPositive(field: string, amount: string): readonly ErrorEntry[] {
  return cents(amount) > 0n ? [] : [wrong(field, NOT_ABOVE_ZERO({ field }))]
}

function countProblems(count: number, allowed: number): readonly ErrorEntry[] {
  const most = Math.min(allowed, MAX_PAYMENTS)
  return count >= 1 && count <= most ? [] : [wrong('plazo_pagos', LOAN_TOO_LONG({ most, count }))]
}

/** It is not told what the employee earns. */
function wageProblems(loan: Loan): readonly ErrorEntry[] {
  const days = loan['tipo.dias_sueldo_maximo']
  const wage = loan['empleado.salario_diario']
  if (days === null || wage === null || cents(loan.importe) <= cents(wage) * BigInt(days)) return []
  return [wrong('importe', LOAN_BEYOND_WAGES({ days }))]
}

function serviceProblems(loan: Loan): readonly ErrorEntry[] {
  const months = loan['tipo.antiguedad_minima_meses']
  const served = monthsBetween(loan['empleado.fecha_alta'], loan.fecha)
  return months === null || served >= months ? [] : [wrong('fecha', LOAN_TOO_SOON({ months }))]
}

const INPUTS = [
  requiredMoney({ name: 'importe', label: 'Importe', help: 'Lo que paga de capital.' }),
  dateInput({ name: 'fecha', label: 'Fecha', help: 'Si falta, hoy.', required: false }),
]

/** Takes in what somebody pays by hand; fewer payments are left to plan. */
export const abonarPrestamo = documentAction(MODEL, {
  name: 'abonar_prestamo',
  label: 'Abonar a préstamo',
  mode: 'url_action',
  inputs: INPUTS,
  fields: LOAN_FIELDS,
  run: async ({ context, batch, changes, move }) => {
    const paid = inputText(context.inputs, 'importe') ?? '0'
    const fecha = inputText(context.inputs, 'fecha') ?? context.moment.today
    for (const loan of batch.remaining) {
      const owed = cents(loan.saldo ?? '0')
      const field = 'importe'
      if (cents(paid) <= 0n) batch.refuse(loan.id, wrong(field, NOT_ABOVE_ZERO({ field })))
      else if (cents(paid) > owed) {
        batch.refuse(loan.id, wrong(field, MORE_THAN_IS_OWED({ owed: amountText(owed) })))
      } else {
        const saldo = amountText(owed - cents(paid))
        const payments = await lockRowsBelow(context, PAYMENTS, {
          parent: 'prestamo',
          ids: [loan.id],
          fields: ['numero', 'fecha', 'capital', 'interes', 'saldo_posterior', 'estado'],
        })
        const known = payments.get(loan.id) ?? []
        replan(changes, loan, { saldo, planned: known.filter(isPlanned) })
        changes.insert(PAYMENTS, {
          prestamo: loan.id,
          numero: Math.max(0, ...known.map(({ numero }) => numero)) + 1,
          fecha,
          origen: 'deposito',
          capital: amountText(cents(paid)),
          interes: '0.00',
          saldo_posterior: saldo,
          estado: 'aplicado',
        })
        const to = cents(saldo) === 0n ? 'liquidado' : 'vigente'
        move(loan, { to, fields: { saldo }, told: { abono: paid } })
      }
    }
  },
})

interface Payment extends PlannedPayment {
  readonly id: string
}

function isPlanned({ estado }: { readonly estado: string }): boolean {
  return estado === 'programado'
}

/** The payments that are left keep their days; those that are not needed any more are cancelled. */
function replan(
  changes: Changes,
  loan: Loan,
  {
    saldo,
    planned,
  }: {
    readonly saldo: string
    readonly planned: readonly (Omit<Payment, 'interes' | 'saldo_posterior'> & {
      readonly interes: string | null
      readonly saldo_posterior: string | null
    })[]
  },
): void {
  const terms = { ...termsOf(loan, saldo), pagos: planned.length }
  const anew = planPayments(terms) ?? []
  for (const [index, payment] of planned.entries()) {
    const next = anew[index]
    if (next === undefined) changes.amend(PAYMENTS, payment, { estado: 'cancelado' })
    else {
      const { capital, interes, saldo_posterior } = next
      changes.amend(PAYMENTS, payment, { capital, interes, saldo_posterior })
    }
  }
}

/** Takes a loan back of which nothing was paid. */
export const cancelarPrestamo = documentAction(MODEL, {
  name: 'cancelar_prestamo',
  label: 'Cancelar préstamo',
  hasReason: true,
  fields: ['saldo'],
  run: async ({ context, batch, changes, move, reason }) => {
    const payments = await lockRowsBelow(context, PAYMENTS, {
      parent: 'prestamo',
      ids: batch.remaining.map(({ id }) => id),
      fields: ['estado'],
    })
    for (const loan of batch.remaining) {
      const own = payments.get(loan.id) ?? []
      if (own.some(({ estado }) => estado === 'aplicado')) {
        const message = LOAN_WAS_PAID({ folio: loan.folio })
        batch.refuse(loan.id, { code: 'INVALID_STATE', message })
        continue
      }
      for (const payment of own) changes.amend(PAYMENTS, payment, { estado: 'cancelado' })
      move(loan, { fields: { saldo: '0.00' }, told: { motivo: reason } })
    }
  },
})
