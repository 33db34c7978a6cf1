import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { ErrorEntry } from '../../../../errors.ts'
import { decimal, decimalText, dividedBy } from '../../../../fiscal/decimal.ts'
import { ADVANCE_BEYOND } from '../../../../messages/customer-advances.ts'
import { amountText, cents } from '../../cents.ts'
import type { EntrySource } from '../../contabilidad/decisions/entry-source.ts'
import type { AdvanceRow, OpenAdvance } from '../load-advances.ts'
import { applicationOf, type DueApplication, type PaymentRules } from './application.ts'
import { collectedTaxes, dueOf } from './collected-taxes.ts'
import { isInvoiced } from './invoiced-advance.ts'
import type { OpenReceivable } from './receivable-state.ts'
import { applicationAmounts } from './settled-amounts.ts'

/** What pays a receivable of an advance. */
export interface AdvanceUse extends OpenAdvance {
  readonly application: DueApplication
  /** In the company's currency, at the advance's rate; with the last of it all that is left. */
  readonly taken: bigint
}

/** What is asked for; without an amount as much as either has. */
export interface AskedUse {
  readonly importe: string | null
  readonly equivalencia: string
}

const CENT_DECIMALS = 2

export function decideUse(
  advance: OpenAdvance,
  facts: { readonly receivable: OpenReceivable; readonly asked: AskedUse },
  rules: PaymentRules,
): Result<AdvanceUse, ErrorEntry> {
  const { row, base: left } = advance
  const { receivable, asked } = facts
  const importe = asked.importe ?? mostOf(row, facts)
  const applied = applicationOf(
    {
      money: { ...row, fecha: rules.today },
      asked: { importe, descuento: '0', equivalencia: asked.equivalencia },
      receivable,
      place: (name) => ({ path: name, line: null, name }),
    },
    rules,
  )
  if (!applied.ok) return applied
  const saldo = cents(row.saldo)
  const { importeCobro: taken } = applied.value
  if (taken > saldo || taken <= 0n) {
    const { folio, saldo: left } = row
    const message = ADVANCE_BEYOND({ folio, taken: amountText(taken), left })
    return fail({ code: 'VALIDATION', field: 'importe', message })
  }
  const base = taken === saldo ? left : (left * taken * 2n + saldo) / (saldo * 2n)
  const { share } = applied.value
  // Its own CFDI told the SAT of the money of an invoiced advance; what falls due now is the final invoice's.
  const [due] = isInvoiced(row)
    ? [dueOf(share)]
    : collectedTaxes([applied.value], { ...row, company: rules.currency })
  const cobrados = due ?? dueOf(share)
  return ok({ ...advance, application: { ...applied.value, cobrados }, taken: base })
}

function mostOf(
  row: AdvanceRow,
  { receivable, asked }: { readonly receivable: OpenReceivable; readonly asked: AskedUse },
): string {
  const worth = dividedBy(decimal(row.saldo), decimal(asked.equivalencia), CENT_DECIMALS)
  return worth.units < receivable.saldo ? decimalText(worth) : amountText(receivable.saldo)
}

/** What becomes of an advance of which something is used. */
export function advanceAfter({ row, application }: AdvanceUse) {
  const saldo = cents(row.saldo) - application.importeCobro
  const to = saldo === 0n ? ('aplicado' as const) : ('aplicado_parcial' as const)
  return { to, saldo: amountText(saldo) }
}

/**
 * What the books are told of an advance that pays a receivable.
 * @source docs/decisions/0252-erp-cash.md
 */
export function useSource(
  { row, application, taken: base }: AdvanceUse,
  facts: { readonly company: string; readonly today: string },
): EntrySource {
  return {
    model: 'AnticipoVenta',
    event: 'aplicar_anticipo',
    origin: 'ventas',
    record: row.id,
    folio: row.folio,
    fecha: facts.today,
    currency: { moneda: row.moneda, tipoCambio: row.tipo_cambio },
    dimensiones: { moneda: Number(row.moneda) },
    total: base,
    amounts: {
      anticipo: { own: application.importeCobro, base },
      ...applicationAmounts([application], { company: facts.company, worth: base }),
    },
    accounts: { 'cliente.cuenta_contable': row['cliente.grupo_cliente.cuenta_contable'] },
    proveedor: null,
    cliente: row.cliente,
    lines: [],
  }
}
