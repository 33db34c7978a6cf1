import type { ActionInput } from '../../../dictionary/action-description.ts'
import { apiError, type ErrorEntry } from '../../../errors.ts'
import { statesBefore } from '../../documents/state-table.ts'
import { referenceInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { planEntry } from '../contabilidad/decisions/plan-entry.ts'
import { DocumentBatch } from '../document-batch.ts'
import { ANTICIPO_VENTA_STATES } from './anticipo-venta-states.ts'
import { decideUse, useSource, type AskedUse } from './decisions/advance-use.ts'
import { leavingProblem } from './decisions/favor.ts'
import { isInvoiced, payingProblem } from './decisions/invoiced-advance.ts'
import { OpenReceivable } from './decisions/receivable-state.ts'
import { writeUses, type BookedUse } from './effects/write-uses.ts'
import { loadSettlement, type Settlement } from './load-settlement.ts'
import { findAdvancedInvoice } from './store/advance-cfdi-store.ts'
import { lockAdvances, type AdvanceRow } from './store/advance-store.ts'
import { lockReceivables } from './store/open-receivable-store.ts'

const BASE = { help: null, unique: false, default: null, readOnly: null, required: false } as const

const amount: ActionInput = {
  field: {
    ...BASE,
    name: 'importe',
    label: 'Importe',
    help: 'Lo que se paga de la cuenta, en su moneda; sin ello, todo lo que se pueda.',
    type: 'money',
    precision: 18,
    scale: 2,
  },
  minLength: null,
}

const equivalence: ActionInput = {
  field: {
    ...BASE,
    name: 'equivalencia',
    label: 'Equivalencia',
    help: 'Cuánto de la moneda del anticipo vale una unidad de la moneda de la cuenta; 1 si es la misma.',
    type: 'decimal',
    precision: 18,
    scale: 10,
  },
  minLength: null,
}

/**
 * Pays a receivable with advances of its customer.
 * @source docs/decisions/0252-erp-cash.md
 */
export const aplicarAnticipo: RecordAction = {
  model: 'AnticipoVenta',
  name: 'aplicar_anticipo',
  label: 'Aplicar anticipo',
  mode: 'grid_action',
  inputs: [
    referenceInput('CuentaPorCobrar', { name: 'cuenta', label: 'Cuenta', required: true }),
    amount,
    equivalence,
  ],
  emits: ['aplicado', 'aplicado_parcial'],
  run: use,
}

async function use(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment, inputs } = context
  const batch = new DocumentBatch(ids, await lockAdvances(tx, caller.empresa, ids), {
    model: aplicarAnticipo.model,
    states: statesBefore(ANTICIPO_VENTA_STATES, aplicarAnticipo.name),
  })
  if (batch.remaining.length === 0) return batch.outcome
  const cuenta = String(inputs.get('cuenta'))
  const locked = (await lockReceivables(tx, caller.empresa, [cuenta])).get(cuenta)
  if (locked === undefined) {
    throw apiError('UNKNOWN_REFERENCE', `There is no CuentaPorCobrar with id ${cuenta}.`, 'cuenta')
  }
  const receivable = new OpenReceivable(locked)
  const settlement = await loadSettlement(context, {
    model: aplicarAnticipo.model,
    event: aplicarAnticipo.name,
    module: 'ventas',
    days: [moment.today],
    currencies: [...batch.remaining, locked].map(({ moneda }) => moneda),
    accounts: batch.remaining.map(({ cliente_cuenta }) => cliente_cuenta),
  })
  const given = inputs.get('importe')
  const asked = {
    importe: given === undefined ? null : String(given),
    equivalencia: String(inputs.get('equivalencia') ?? '1'),
  }
  const invoice = await findAdvancedInvoice(tx, caller.empresa, cuenta)
  const booked = batch.remaining.flatMap((row): readonly BookedUse[] => {
    const one =
      leavingProblem(row) ??
      payingProblem(row, { receivable: locked, invoice }) ??
      bookUse(row, { receivable, asked, settlement })
    if (!('code' in one)) return [one]
    batch.refuse(row.id, one)
    return []
  })
  await writeUses(context, receivable, booked)
  return { ...batch.outcome, warnings: creditsDue(booked) }
}

/** An advance that has its invoice is credited of the final one by a CFDI of its own. */
function creditsDue(booked: readonly BookedUse[]): ActionOutcome['warnings'] {
  const due = booked.filter(({ row }) => isInvoiced(row))
  return new Map(due.map(({ row }) => [row.id, [creditDue(row)]]))
}

function creditDue({ folio }: AdvanceRow): ErrorEntry {
  const message = `AnticipoVenta ${folio} is applied, but the SAT does not know yet: call timbrar_aplicacion of its AplicacionNotaCredito.`
  return { code: 'PENDING_DOCUMENTS', message }
}

/** What one advance pays of what the ones before it left. */
function bookUse(
  row: AdvanceRow,
  of: {
    readonly receivable: OpenReceivable
    readonly asked: AskedUse
    readonly settlement: Settlement
  },
) {
  const { rules, entryRules, accounts, periods } = of.settlement
  const closed = periods.problemOf(rules.today)
  if (closed !== null) return closed
  const decided = decideUse(row, of, rules)
  if (!decided.ok) return decided.error
  const source = useSource(decided.value, { company: rules.currency, today: rules.today })
  const entry = planEntry(source, { rules: entryRules, accounts })
  if (!entry.ok) return entry.error
  of.receivable.take(decided.value.application.share)
  return { ...decided.value, entry: { ...entry.value, periodo: periods.idOf(rules.today) } }
}
