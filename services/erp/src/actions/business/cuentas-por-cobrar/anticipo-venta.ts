import type { ActionInput } from '../../../dictionary/action-description.ts'
import { apiError, type ErrorEntry } from '../../../errors.ts'
import {
  LEFT_BY_COLLECTION,
  LEFT_BY_NOTE,
  NO_RECEIVABLE,
} from '../../../messages/customer-advances.ts'
import { CREDIT_OF_ADVANCE_DUE } from '../../../messages/invoiced-advances.ts'
import { referenceInput } from '../action-inputs.ts'
import type { ActionContext } from '../action.ts'
import { amountText } from '../cents.ts'
import type { Changes } from '../changes.ts'
import { planEntry } from '../contabilidad/decisions/plan-entry.ts'
import type { EntryPosting } from '../contabilidad/effects/write-entries.ts'
import { recognizeAction } from '../contabilidad/recognize-balances.ts'
import { documentAction } from '../document-action.ts'
import {
  advanceAfter,
  decideUse,
  useSource,
  type AdvanceUse,
  type AskedUse,
} from './decisions/advance-use.ts'
import { taxTexts } from './decisions/collected-taxes.ts'
import { leavingProblem } from './decisions/favor.ts'
import { invoicedProblem, isInvoiced, payingProblem } from './decisions/invoiced-advance.ts'
import { OpenReceivable } from './decisions/receivable-state.ts'
import { settleReceivables } from './effects/settle-receivables.ts'
import { ADVANCE_FIELDS, loadAdvances, type AdvanceRow, type OpenAdvance } from './load-advances.ts'
import { loadSettlement, type Settlement } from './load-settlement.ts'
import { findAdvancedInvoice } from './store/advance-cfdi-store.ts'
import { lockReceivables } from './store/open-receivable-store.ts'

// What customers paid beforehand. @source docs/decisions/0252-erp-cash.md

const MODEL = 'AnticipoVenta'
const USE = 'AplicacionNotaCredito'

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

/** Pays a receivable with advances of its customer. */
export const aplicarAnticipo = documentAction('AnticipoVenta', {
  name: 'aplicar_anticipo',
  label: 'Aplicar anticipo',
  inputs: [
    referenceInput('CuentaPorCobrar', { name: 'cuenta', label: 'Cuenta', required: true }),
    amount,
    equivalence,
  ],
  fields: ADVANCE_FIELDS,
  run: async ({ context, batch, changes, move }) => {
    if (batch.remaining.length === 0) return
    const receivable = await lockReceivable(context)
    const planned = await planUses(context, batch.remaining, receivable)
    for (const [id, problem] of planned.refused) batch.refuse(id, problem)
    if (planned.uses.length === 0) return
    await settleReceivables(context, changes, [receivable])
    for (const use of planned.uses) {
      const { to, saldo } = advanceAfter(use)
      move(use.row, { to, fields: { saldo }, told: { saldo } })
      insertUse(changes, use, { receivable, today: context.moment.today })
      if (isInvoiced(use.row)) batch.warn(use.row.id, [creditDue(use.row)])
    }
    changes.post({ entries: planned.uses.map(({ entry }) => entry) })
  },
})

/** Takes back an advance that was entered by hand and that nobody used; one that a collection left goes with that. */
export const cancelarAnticipo = documentAction('AnticipoVenta', {
  name: 'cancelar_anticipo',
  label: 'Cancelar anticipo',
  hasReason: true,
  fields: ['saldo', 'cobro', 'nota_credito', 'tasa_iva', 'cfdi', 'cfdi.estado'],
  run: ({ batch, move }) => {
    for (const row of batch.remaining) {
      const problem = invoicedProblem(row) ?? leftProblem(row)
      if (problem !== null) batch.refuse(row.id, problem)
    }
    for (const row of batch.remaining) move(row, { fields: { saldo: '0.00' } })
  },
})

/** An advance that a customer paid before the company began here. */
export const reconocerAnticipo = recognizeAction('AnticipoVenta', {
  kind: { table: 'anticipo_venta', code: '206', side: 'abono', party: 'cliente' },
  problemOf: () => null,
})

async function lockReceivable({ tx, caller, inputs }: ActionContext): Promise<OpenReceivable> {
  const cuenta = String(inputs.get('cuenta'))
  const row = (await lockReceivables(tx, caller.empresa, [cuenta])).get(cuenta)
  if (row !== undefined) return new OpenReceivable(row)
  throw apiError('UNKNOWN_REFERENCE', NO_RECEIVABLE({ id: cuenta }), 'cuenta')
}

/** The use of an advance with the entry that books it. */
interface BookedUse extends AdvanceUse {
  readonly entry: EntryPosting
}

/** What advances pay of a receivable, each of what those before it left; why others pay nothing. */
async function planUses(
  context: ActionContext,
  rows: readonly AdvanceRow[],
  receivable: OpenReceivable,
): Promise<{
  readonly uses: readonly BookedUse[]
  readonly refused: ReadonlyMap<string, ErrorEntry>
}> {
  const { tx, caller, moment, inputs } = context
  const advances = await loadAdvances(context, rows)
  const settlement = await loadSettlement(context, {
    model: MODEL,
    event: 'aplicar_anticipo',
    module: 'ventas',
    days: [moment.today],
    currencies: [...rows, receivable.row].map(({ moneda }) => moneda),
    accounts: rows.map((row) => row['cliente.grupo_cliente.cuenta_contable']),
  })
  const given = inputs.get('importe')
  const asked = {
    importe: given === undefined ? null : String(given),
    equivalencia: String(inputs.get('equivalencia') ?? '1'),
  }
  const invoice = await findAdvancedInvoice(tx, caller.empresa, receivable.row.id)
  const refused = new Map<string, ErrorEntry>()
  const uses = advances.flatMap((advance): readonly BookedUse[] => {
    const booked =
      leavingProblem(advance.row) ??
      payingProblem(advance.row, { receivable: receivable.row, invoice }) ??
      bookUse(advance, { receivable, asked, settlement })
    if (!('code' in booked)) return [booked]
    refused.set(advance.row.id, booked)
    return []
  })
  return { uses, refused }
}

function bookUse(
  advance: OpenAdvance,
  details: {
    readonly receivable: OpenReceivable
    readonly asked: AskedUse
    readonly settlement: Settlement
  },
): BookedUse | ErrorEntry {
  const { rules, entryRules, accounts, periods } = details.settlement
  const closed = periods.problemOf(rules.today)
  if (closed !== null) return closed
  const decided = decideUse(advance, details, rules)
  if (!decided.ok) return decided.error
  const source = useSource(decided.value, { company: rules.currency, today: rules.today })
  const entry = planEntry(source, { rules: entryRules, accounts })
  if (!entry.ok) return entry.error
  details.receivable.take(decided.value.application.share)
  return { ...decided.value, entry: { ...entry.value, periodo: periods.idOf(rules.today) } }
}

function insertUse(
  changes: Changes,
  { row, application, taken }: BookedUse,
  { receivable, today }: { readonly receivable: OpenReceivable; readonly today: string },
): void {
  const cuenta = receivable.row.id
  const importe = amountText(application.share.own)
  const id = changes.insert(USE, {
    fecha: today,
    anticipo: row.id,
    cuenta,
    importe,
    importe_base: amountText(application.share.base),
    ...taxTexts(application),
    importe_anticipo: amountText(application.importeCobro),
    anticipo_base: amountText(taken),
    poliza: changes.entryOf(row.id),
    cancelada: false,
  })
  const after = { cuenta: Number(cuenta), importe }
  changes.record({ model: USE, id, before: null, after, event: null })
}

/** An advance that has its invoice is credited of the final one by a CFDI of its own. */
function creditDue({ folio }: AdvanceRow): ErrorEntry {
  return { code: 'PENDING_DOCUMENTS', message: CREDIT_OF_ADVANCE_DUE({ folio }) }
}

/** Why an advance is not taken back by itself, or null: another document left it. */
function leftProblem({
  folio,
  cobro,
  nota_credito: nota,
}: {
  readonly folio: string
  readonly cobro: string | null
  readonly nota_credito: string | null
}): ErrorEntry | null {
  if (cobro !== null)
    return { code: 'INVALID_STATE', message: LEFT_BY_COLLECTION({ folio, collection: cobro }) }
  if (nota === null) return null
  return { code: 'INVALID_STATE', message: LEFT_BY_NOTE({ folio, note: nota }) }
}
