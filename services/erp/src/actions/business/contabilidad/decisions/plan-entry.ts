import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { ErrorEntry } from '../../../../errors.ts'
import {
  ENTRY_RULE_CONDITION,
  ENTRY_RULE_UNBALANCED,
  NO_ENTRY_RULE,
  RULE_ACCOUNT_CANNOT,
  RULE_ACCOUNT_GONE,
  RULE_ACCOUNT_NOT_GIVEN,
  RULE_AMOUNT_UNKNOWN,
  RULE_LINE_WITHOUT_ACCOUNT,
  RULE_ORIGIN_UNKNOWN,
} from '../../../../messages/entry-rules.ts'
import type { Message } from '../../../../messages/message.ts'
import type { AccountRow, EntryRule, RuleLine } from '../../../../store/journal-store.ts'
import { amountText, sumOf } from '../../cents.ts'
import { matchesCondition } from '../../condition.ts'
import { accountOrigin, DOCUMENT_ORIGINS, LINE_ORIGINS } from './account-origins.ts'
import { accountProblem } from './account-problem.ts'
import type { EntryAmount, EntryCurrency, EntrySource, EntrySourceLine } from './entry-source.ts'

/** A line of a future entry. Exactly one of the two sides is above zero. */
export interface PlannedLine {
  readonly cuenta: string
  readonly cargo: bigint
  readonly abono: bigint
  /** In `currency`. */
  readonly importeMoneda: bigint
  readonly currency: EntryCurrency
  readonly centroCosto: string | null
  readonly proveedor: string | null
  readonly cliente: string | null
  readonly concepto: string
}

export interface PlannedEntry {
  readonly source: EntrySource
  readonly rule: EntryRule
  readonly concepto: string
  readonly total: bigint
  readonly lines: readonly PlannedLine[]
}

/** The configuration that entries are made by. */
export interface EntryBooks {
  /** Those of the event, the one that applies first in front. */
  readonly rules: readonly EntryRule[]
  readonly accounts: ReadonlyMap<string, AccountRow>
}

/**
 * The entry that a company's rule makes of an event of a document: debits equal credits, or it is refused.
 * @source docs/decisions/0242-erp-entries.md
 */
export function planEntry(
  source: EntrySource,
  books: EntryBooks,
): Result<PlannedEntry, ErrorEntry> {
  const rule = ruleFor(source, books.rules)
  if (!rule.ok) return rule
  const lines: PlannedLine[] = []
  for (const ruleLine of rule.value.partidas) {
    const planned = planLines({ source, books, rule: rule.value, line: ruleLine })
    if (!planned.ok) return planned
    lines.push(...planned.value)
  }
  const total = sumOf(lines.map(({ cargo }) => cargo))
  const credits = sumOf(lines.map(({ abono }) => abono))
  if (total !== credits || (lines.length === 0 && source.total !== 0n)) {
    const sums = { debits: amountText(total), credits: amountText(credits) }
    return incomplete(ENTRY_RULE_UNBALANCED({ rule: rule.value.clave, ...sums }))
  }
  const concepto = `${rule.value.concepto} ${source.folio}`.slice(0, MAX_CONCEPT)
  return ok({ source, rule: rule.value, concepto, total, lines })
}

const MAX_CONCEPT = 250

/** The accounts that the entries of some documents may need. */
export function accountsNeeded(
  sources: readonly EntrySource[],
  rules: readonly EntryRule[],
): readonly string[] {
  const named = rules.flatMap(({ partidas }) =>
    partidas.flatMap(({ cuenta }) => (cuenta === null ? [] : [String(cuenta)])),
  )
  const found = sources.flatMap(({ accounts, lines }) =>
    [accounts, ...lines.map((line) => line.accounts)].flatMap((some) =>
      Object.values(some).flatMap((account) => account ?? []),
    ),
  )
  return [...new Set([...named, ...found])]
}

function incomplete(message: Message): Result<never, ErrorEntry> {
  return fail({ code: 'CONFIGURATION_INCOMPLETE', message })
}

function ruleFor(
  { model, event, dimensiones, total }: EntrySource,
  rules: readonly EntryRule[],
): Result<EntryRule, ErrorEntry> {
  for (const rule of rules) {
    const matches = matchesCondition(rule.condicion, { dimensiones, total })
    if (!matches.ok) {
      return incomplete(ENTRY_RULE_CONDITION({ rule: rule.clave, why: matches.error }))
    }
    if (matches.value) return ok(rule)
  }
  return incomplete(NO_ENTRY_RULE({ model, event }))
}

/** A line of a rule, about to be applied to a document. */
interface Application {
  readonly source: EntrySource
  readonly books: EntryBooks
  readonly rule: EntryRule
  readonly line: RuleLine
}

function planLines(application: Application): Result<readonly PlannedLine[], ErrorEntry> {
  const { source, rule, line } = application
  const known = amountNames(source)
  if (!known.has(line.importe)) {
    const wrong = { ...placeOf(application), amount: line.importe, allowed: [...known] }
    return incomplete(RULE_AMOUNT_UNKNOWN(wrong))
  }
  const shares = sharesOf(source, { line, rule })
  if (!shares.ok) return incomplete(shares.error)
  const planned: PlannedLine[] = []
  for (const share of shares.value) {
    if (share.base === 0n) continue
    const problem = shareProblem(application, share)
    if (problem !== null) return incomplete(problem)
    planned.push(plannedLine(application, share))
  }
  return ok(planned)
}

/** How messages name the line of a rule. */
function placeOf({ rule, line }: Pick<Application, 'rule' | 'line'>) {
  return { rule: rule.clave, line: line.partida }
}

function amountNames({ amounts, lines }: EntrySource): ReadonlySet<string> {
  return new Set([amounts, ...lines.map((line) => line.amounts)].flatMap(Object.keys))
}

/** An amount that goes to one account. */
interface Share {
  readonly cuenta: string | null
  readonly centroCosto: string | null
  readonly own: bigint
  readonly base: bigint
  readonly currency: EntryCurrency
}

/** The whole amount for an account of the document's or the rule's own, or one share for each account of the lines. */
function sharesOf(
  source: EntrySource,
  { line, rule }: Pick<Application, 'line' | 'rule'>,
): Result<readonly Share[], Message> {
  const ownAccount = line.cuenta === null ? null : String(line.cuenta)
  if (line.origen_cuenta === null) return ok(wholeShare(source, line, ownAccount))
  const origin = accountOrigin(line.origen_cuenta)
  if (origin === undefined) {
    const allowed = [...LINE_ORIGINS, ...DOCUMENT_ORIGINS]
    const place = placeOf({ rule, line })
    return fail(RULE_ORIGIN_UNKNOWN({ ...place, origin: line.origen_cuenta, allowed }))
  }
  if (origin.kind === 'document') {
    return ok(wholeShare(source, line, source.accounts[origin.name] ?? ownAccount))
  }
  const accountOf = ({ accounts }: EntrySourceLine) => accounts[origin.name] ?? ownAccount
  return ok(lineShares(source, line, accountOf))
}

function wholeShare(
  source: EntrySource,
  { importe }: RuleLine,
  cuenta: string | null,
): readonly Share[] {
  const amount = source.amounts[importe]
  if (amount === undefined) return []
  const centre = source.dimensiones['centro_costo'] ?? null
  const centroCosto = centre === null ? null : String(centre)
  return (amount.parts ?? [amount]).map((part) => ({
    cuenta,
    centroCosto,
    ...inCurrency(source, part),
  }))
}

/** Lines of the same account, cost centre and currency become one line of the entry. */
function lineShares(
  source: EntrySource,
  { importe }: RuleLine,
  accountOf: (line: EntrySourceLine) => string | null,
): readonly Share[] {
  const shares = new Map<string, Share>()
  for (const line of source.lines) {
    const amount = line.amounts[importe]
    if (amount === undefined) continue
    const { centroCosto } = line
    const share = { cuenta: accountOf(line), centroCosto, ...inCurrency(source, amount) }
    const { moneda, tipoCambio } = share.currency
    const key = [share.cuenta, centroCosto, moneda, tipoCambio].join(' ')
    const known = shares.get(key)
    const { own, base } = known ?? { own: 0n, base: 0n }
    shares.set(key, { ...share, own: own + share.own, base: base + share.base })
  }
  return [...shares.values()]
}

function inCurrency({ currency }: EntrySource, amount: EntryAmount) {
  return { own: amount.own, base: amount.base, currency: amount.currency ?? currency }
}

function shareProblem(application: Application, share: Share): Message | null {
  const { source, books, line } = application
  const place = placeOf(application)
  if (share.cuenta === null) {
    const { origen_cuenta: origin } = line
    if (origin === null) return RULE_LINE_WITHOUT_ACCOUNT(place)
    const { model, record } = source
    return RULE_ACCOUNT_NOT_GIVEN({ ...place, origin, model, record })
  }
  const account = books.accounts.get(share.cuenta)
  if (account === undefined) return RULE_ACCOUNT_GONE(place)
  const problem = accountProblem(account, {
    hasCostCentre: line.toma_centro_costo && share.centroCosto !== null,
    hasParty: line.toma_tercero && (source.proveedor !== null || source.cliente !== null),
    hasProject: (source.dimensiones['proyecto'] ?? null) !== null,
  })
  return problem === null
    ? null
    : RULE_ACCOUNT_CANNOT({ ...place, account: account.clave, what: problem })
}

function plannedLine({ source, rule, line }: Application, share: Share): PlannedLine {
  // A negative amount (a discount larger than its line) becomes a positive one on the other side.
  const isDebit = (line.naturaleza === 'cargo') === share.base > 0n
  const amount = share.base < 0n ? -share.base : share.base
  return {
    // `shareProblem` has let no share without an account through.
    cuenta: share.cuenta ?? '',
    cargo: isDebit ? amount : 0n,
    abono: isDebit ? 0n : amount,
    importeMoneda: share.own < 0n ? -share.own : share.own,
    currency: share.currency,
    centroCosto: line.toma_centro_costo ? share.centroCosto : null,
    proveedor: line.toma_tercero ? source.proveedor : null,
    cliente: line.toma_tercero ? source.cliente : null,
    concepto: (line.concepto ?? rule.concepto).slice(0, MAX_CONCEPT),
  }
}
