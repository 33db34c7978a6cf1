import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { ErrorEntry } from '../../../../errors.ts'
import type { AccountRow, EntryRule, RuleLine } from '../../../../store/journal-store.ts'
import type { LineSum, PurchaseRow } from '../store/purchase-store.ts'
import { amountText, cents, sumOf } from '../../cents.ts'
import type { Amounts, PurchaseAmounts } from './amounts.ts'
import { matchesCondition } from './condition.ts'

/** A line of a future entry. Exactly one of the two sides is above zero. */
interface PlannedLine {
  readonly cuenta: string
  readonly cargo: bigint
  readonly abono: bigint
  /** In the purchase's currency. */
  readonly importeMoneda: bigint
  readonly centroCosto: string | null
  readonly proveedor: string | null
  readonly concepto: string
}

export interface PlannedEntry {
  readonly rule: EntryRule
  readonly concepto: string
  readonly total: bigint
  readonly lines: readonly PlannedLine[]
}

/** What an entry is made from. */
export interface EntrySource {
  readonly purchase: PurchaseRow
  readonly amounts: PurchaseAmounts
  readonly lines: readonly LineSum[]
  readonly rules: readonly EntryRule[]
  readonly accounts: ReadonlyMap<string, AccountRow>
}

const LINE_ACCOUNT = 'partida.cuenta_contable'
const AMOUNTS = ['subtotal', 'descuento', 'neto', 'impuestos', 'retenciones', 'total'] as const

/**
 * The entry that a company's rule makes of a purchase: debits equal credits, or it is refused.
 * @source docs/decisions/0211-erp-purchases.md
 */
export function planEntry(source: EntrySource): Result<PlannedEntry, ErrorEntry> {
  const { purchase, amounts } = source
  const rule = ruleFor(source)
  if (!rule.ok) return rule
  const lines: PlannedLine[] = []
  for (const ruleLine of rule.value.partidas) {
    const planned = planLines(source, rule.value, ruleLine)
    if (!planned.ok) return planned
    lines.push(...planned.value.filter(({ cargo, abono }) => cargo !== 0n || abono !== 0n))
  }
  const [debits, credits] = [lines.map(({ cargo }) => cargo), lines.map(({ abono }) => abono)]
  const total = sumOf(debits)
  if (total !== sumOf(credits) || (lines.length === 0 && amounts.base.total !== 0n)) {
    return incomplete(
      `the rule ${rule.value.clave} gives debits of ${amountText(total)} and credits of ${amountText(sumOf(credits))}`,
    )
  }
  const concepto = `${rule.value.concepto} ${purchase.folio}`.slice(0, MAX_CONCEPT)
  return ok({ rule: rule.value, concepto, total, lines })
}

const MAX_CONCEPT = 250

function incomplete(reason: string): Result<never, ErrorEntry> {
  return fail({
    code: 'CONFIGURATION_INCOMPLETE',
    message: `The journal entry cannot be made: ${reason}.`,
  })
}

function ruleFor({ rules, purchase, amounts }: EntrySource): Result<EntryRule, ErrorEntry> {
  const subject = { dimensiones: purchase.dimensiones, total: amounts.base.total }
  for (const rule of rules) {
    const matches = matchesCondition(rule.condicion, subject)
    if (!matches.ok) return incomplete(`the condition of the rule ${rule.clave}: ${matches.error}`)
    if (matches.value) return ok(rule)
  }
  return incomplete('the company has no active ReglaContable for Compra and autorizar_compra')
}

function planLines(
  source: EntrySource,
  rule: EntryRule,
  line: RuleLine,
): Result<readonly PlannedLine[], ErrorEntry> {
  const part = AMOUNTS.find((name) => name === line.importe)
  const where = `line ${line.partida} of the rule ${rule.clave}`
  if (part === undefined) {
    return incomplete(`${where} has the importe ${line.importe}; allowed are ${AMOUNTS.join(', ')}`)
  }
  const shares = sharesOf(source, line, part)
  const planned: PlannedLine[] = []
  for (const share of shares) {
    if (share.base === 0n) continue
    const problem = accountProblem(source, line, share)
    if (problem !== null) return incomplete(`${where} ${problem}`)
    planned.push(plannedLine(source, { rule, line, share }))
  }
  return ok(planned)
}

/** An amount that goes to one account. */
interface Share {
  readonly cuenta: string | null
  readonly centroCosto: string | null
  readonly own: bigint
  readonly base: bigint
}

type AmountName = (typeof AMOUNTS)[number]

/** The whole amount for an account of the rule's own, or one share for each account of the purchase's lines. */
function sharesOf(source: EntrySource, line: RuleLine, part: AmountName): readonly Share[] {
  const { purchase, amounts } = source
  if (line.origen_cuenta === LINE_ACCOUNT) {
    return source.lines.map((sum) => ({
      cuenta: sum.cuenta,
      centroCosto: sum.centro_costo,
      own: amountOf(lineAmounts(sum, ''), part),
      base: amountOf(lineAmounts(sum, '_base'), part),
    }))
  }
  const centre = purchase.dimensiones['centro_costo'] ?? null
  return [
    {
      cuenta: line.cuenta === null ? null : String(line.cuenta),
      centroCosto: centre === null ? null : String(centre),
      own: amountOf(amounts.own, part),
      base: amountOf(amounts.base, part),
    },
  ]
}

function lineAmounts(sum: LineSum, suffix: '' | '_base'): Amounts {
  const subtotal = cents(sum[`importe${suffix}`])
  const descuento = cents(sum[`descuento${suffix}`])
  const impuestos = cents(sum[`impuestos${suffix}`])
  const retenciones = cents(sum[`retenciones${suffix}`])
  const total = subtotal - descuento + impuestos - retenciones
  return { subtotal, descuento, impuestos, retenciones, total }
}

function amountOf(amounts: Amounts, part: AmountName): bigint {
  return part === 'neto' ? amounts.subtotal - amounts.descuento : amounts[part]
}

function accountProblem(source: EntrySource, line: RuleLine, share: Share): string | null {
  if (share.cuenta === null) {
    return line.origen_cuenta === LINE_ACCOUNT
      ? 'takes the account of the purchase’s lines, and a line has none'
      : 'has no account'
  }
  const account = source.accounts.get(share.cuenta)
  if (account === undefined) return 'names an account that does not exist'
  const named = `uses the account ${account.clave}, which`
  if (!account.activo) return `${named} is not active`
  if (!account.acepta_movimientos) return `${named} takes no entries`
  if (account.requiere_centro_costo && (!line.toma_centro_costo || share.centroCosto === null)) {
    return `${named} needs a cost centre`
  }
  if (account.requiere_tercero && !line.toma_tercero) return `${named} needs the supplier`
  return null
}

function plannedLine(
  { purchase }: EntrySource,
  {
    rule,
    line,
    share,
  }: { readonly rule: EntryRule; readonly line: RuleLine; readonly share: Share },
): PlannedLine {
  // A negative amount (a discount larger than its line) becomes a positive one on the other side.
  const isDebit = (line.naturaleza === 'cargo') === share.base > 0n
  const amount = share.base < 0n ? -share.base : share.base
  return {
    // `accountProblem` has let no share without an account through.
    cuenta: share.cuenta ?? '',
    cargo: isDebit ? amount : 0n,
    abono: isDebit ? 0n : amount,
    importeMoneda: share.own < 0n ? -share.own : share.own,
    centroCosto: line.toma_centro_costo ? share.centroCosto : null,
    proveedor: line.toma_tercero ? purchase.proveedor : null,
    concepto: (line.concepto ?? rule.concepto).slice(0, MAX_CONCEPT),
  }
}
