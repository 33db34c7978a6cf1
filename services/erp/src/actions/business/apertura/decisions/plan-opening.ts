import type { ErrorEntry } from '../../../../errors.ts'
import {
  ACCOUNT_DIFFERS,
  ACCOUNT_OF_CODE_MISSING,
  ACCOUNT_REFUSES,
  ROW_OF_OPENING,
  SIDES_DIFFER,
  type OpeningDetail,
} from '../../../../messages/opening.ts'
import { amountText, sumOf, timesRate } from '../../cents.ts'
import type { EntryCurrency } from '../../contabilidad/decisions/entry-source.ts'
import type { PlannedLine } from '../../contabilidad/decisions/plan-entry.ts'
import type { RowPlace } from '../opening-rows.ts'
import type { OpeningAccount } from '../store/opening-store.ts'
import type { OpeningBalances, OwedDocument } from './opening-balances.ts'

/** The SAT's codes of the accounts that details make up; what `cuentas` says of one must be what its details say. */
const DETAIL_CODES: Readonly<Record<OpeningDetail, string>> = {
  por_cobrar: '105',
  por_pagar: '201',
  existencias: '115',
  bancos: '102',
  iva_por_cobrar: '209.01',
  iva_por_pagar: '119.01',
}

/** The account that details have where nothing of theirs names another. */
export const DEFAULT_CODES = ['105.01', '201.01', '115.01', '209.01', '119.01'] as const

type DefaultCode = (typeof DEFAULT_CODES)[number]

/** What stock came to, by the account of its articles; null: that of the SAT's code. */
export interface StockValue {
  readonly cuenta: string | null
  readonly value: bigint
}

export interface OpeningBooks {
  /** By id: all accounts that anything names. */
  readonly accounts: ReadonlyMap<string, OpeningAccount>
  readonly defaults: ReadonlyMap<string, OpeningAccount>
  /** The company's currency. */
  readonly moneda: string
  /** Takes what does not meet; null: then it is refused. */
  readonly diferencias: OpeningAccount | null
}

/** A line of the entry, with what it is a detail of. */
interface DetailLine {
  readonly account: OpeningAccount
  readonly detail: OpeningDetail
  /** In cents of its currency; above zero is a debit. */
  readonly amount: bigint
  readonly currency: EntryCurrency
  readonly cliente: string | null
  readonly proveedor: string | null
  readonly concepto: string
  /** The row that it is of; null: of several. */
  readonly place: RowPlace | null
}

/** The lines of the opening entry, debits and credits equal, or why there is none. */
export function planOpening(
  balances: OpeningBalances,
  stock: readonly StockValue[],
  books: OpeningBooks,
): { readonly lines: readonly PlannedLine[] } | { readonly problems: readonly ErrorEntry[] } {
  const problems: ErrorEntry[] = []
  const details = detailLines(balances, stock, { books, problems })
  const lines = [
    ...details.map(plannedDetail),
    ...accountLines(balances, details, { books, problems }),
  ]
  for (const { account, place, cliente, proveedor, currency } of details) {
    const why = accountRefusal(account, {
      hasCentre: false,
      hasParty: (cliente ?? proveedor) !== null,
      moneda: currency.moneda,
    })
    if (why !== null) problems.push(refusedAccount(account, why, place))
  }
  if (problems.length > 0) return { problems: uniqueProblems(problems) }
  const debits = sumOf(lines.map(({ cargo }) => cargo))
  const credits = sumOf(lines.map(({ abono }) => abono))
  if (debits === credits) return { lines }
  const { diferencias } = books
  if (diferencias === null) {
    const told = { debits: amountText(debits), credits: amountText(credits) }
    return {
      problems: [{ code: 'ENTRY_UNBALANCED', field: 'cuentas', message: SIDES_DIFFER(told) }],
    }
  }
  const why = accountRefusal(diferencias, {
    hasCentre: false,
    hasParty: false,
    moneda: books.moneda,
  })
  if (why !== null) return { problems: [refusedAccount(diferencias, why, null)] }
  return { lines: [...lines, plannedOwn(books, diferencias, credits - debits)] }
}

interface Planning {
  readonly books: OpeningBooks
  readonly problems: ErrorEntry[]
}

function detailLines(
  balances: OpeningBalances,
  stock: readonly StockValue[],
  planning: Planning,
): readonly DetailLine[] {
  const { books } = planning
  const own = { moneda: books.moneda, tipoCambio: '1' }
  const nobody = { cliente: null, proveedor: null }
  const found: DetailLine[] = []
  const add = (cuenta: string | null, code: DefaultCode, line: Omit<DetailLine, 'account'>) => {
    if (line.amount === 0n) return
    const account = cuenta === null ? books.defaults.get(code) : books.accounts.get(cuenta)
    if (account !== undefined) found.push({ ...line, account })
    else planning.problems.push(missingCode(code))
  }
  for (const { cuenta, value } of stock) {
    const line = { detail: 'existencias', amount: value, currency: own, ...nobody } as const
    add(cuenta, '115.01', { ...line, concepto: CONCEPT, place: null })
  }
  for (const { place, party, documento, total, currency } of balances.porCobrar) {
    const line = { detail: 'por_cobrar', amount: total, currency, proveedor: null } as const
    add(party.cuenta, '105.01', {
      ...line,
      cliente: party.id,
      concepto: conceptOf(documento),
      place,
    })
  }
  for (const { place, party, documento, total, currency } of balances.porPagar) {
    const line = { detail: 'por_pagar', amount: -total, currency, cliente: null } as const
    add(party.cuenta, '201.01', {
      ...line,
      proveedor: party.id,
      concepto: conceptOf(documento),
      place,
    })
  }
  for (const { place, bank, saldo, currency } of balances.bancos) {
    const account = books.accounts.get(bank.cuenta)
    if (account === undefined) throw new Error(`the account of ${bank.clave} was not read`)
    if (saldo === 0n) continue
    const line = { detail: 'bancos', amount: saldo, currency, ...nobody } as const
    found.push({ ...line, account, concepto: conceptOf(bank.clave), place })
  }
  const taxed = { currency: own, ...nobody, concepto: CONCEPT, place: null }
  add(null, '209.01', { ...taxed, detail: 'iva_por_cobrar', amount: -baseTax(balances.porCobrar) })
  add(null, '119.01', { ...taxed, detail: 'iva_por_pagar', amount: baseTax(balances.porPagar) })
  return found
}

export const CONCEPT = 'Saldos iniciales'
const MAX_CONCEPT = 250

function conceptOf(what: string): string {
  return `${CONCEPT}: ${what}`.slice(0, MAX_CONCEPT)
}

/** In the company's currency, rounded document by document, as they keep it. */
function baseTax(documents: readonly OwedDocument[]): bigint {
  return sumOf(documents.map(({ iva, currency }) => timesRate(iva, currency.tipoCambio)))
}

/** Accounts of their own, as `cuentas` says; of those with details only whether it says the same. */
function accountLines(
  { cuentas }: OpeningBalances,
  details: readonly DetailLine[],
  { books, problems }: Planning,
): readonly PlannedLine[] {
  const made = Map.groupBy(details, ({ account }) => account.id)
  const lines: PlannedLine[] = []
  const named = new Map<string, bigint>()
  for (const row of cuentas) {
    const { cuenta, cargo, abono, currency } = row
    const detail = detailOf(cuenta, made.get(cuenta.id))
    const amount = cargo - abono
    if (detail !== null) {
      named.set(cuenta.id, (named.get(cuenta.id) ?? 0n) + timesRate(amount, currency.tipoCambio))
      continue
    }
    const why = accountRefusal(cuenta, {
      hasCentre: row.centroCosto !== null,
      hasParty: (row.cliente ?? row.proveedor) !== null,
      moneda: currency.moneda,
    })
    if (why !== null) problems.push(refusedAccount(cuenta, why, row.place))
    const { centroCosto, cliente, proveedor } = row
    lines.push({ ...planned(cuenta.id, amount, currency), centroCosto, cliente, proveedor })
  }
  for (const [id, given] of named) {
    const own = made.get(id) ?? []
    const account = books.accounts.get(id)
    const sum = sumOf(own.map(({ amount, currency }) => timesRate(amount, currency.tipoCambio)))
    if (account === undefined || given === sum || books.diferencias !== null) continue
    const detail = detailOf(account, own) ?? 'bancos'
    const told = { clave: account.clave, detail, given: amountText(given), made: amountText(sum) }
    problems.push({ code: 'VALIDATION', field: 'cuentas', message: ACCOUNT_DIFFERS(told) })
  }
  return lines
}

/** What an account is made up of: by what stands on it, else by its code; null: it has no details. */
function detailOf(
  { codigo }: OpeningAccount,
  own: readonly DetailLine[] | undefined,
): OpeningDetail | null {
  const [first] = own ?? []
  if (first !== undefined) return first.detail
  const kinds = Object.keys(DETAIL_CODES) as readonly OpeningDetail[]
  return kinds.find((kind) => codigo?.startsWith(DETAIL_CODES[kind]) === true) ?? null
}

type Refusal = Parameters<typeof ACCOUNT_REFUSES>[0]['lacks']

function accountRefusal(
  account: OpeningAccount,
  has: { readonly hasCentre: boolean; readonly hasParty: boolean; readonly moneda: string },
): Refusal | null {
  if (!account.activo) return 'active'
  if (!account.acepta_movimientos) return 'entries'
  if (account.requiere_centro_costo && !has.hasCentre) return 'centre'
  if (account.requiere_tercero && !has.hasParty) return 'party'
  if (account.requiere_proyecto) return 'project'
  return account.moneda !== null && account.moneda !== has.moneda ? 'currency' : null
}

function refusedAccount(
  { clave }: OpeningAccount,
  why: Refusal,
  place: RowPlace | null,
): ErrorEntry {
  const what = ACCOUNT_REFUSES({ clave, lacks: why })
  if (place === null) return { code: 'VALIDATION', field: 'cuentas', message: what }
  const { kind, index, row } = place
  const message = ROW_OF_OPENING({ kind, number: row ?? index + 1, what })
  return {
    code: 'VALIDATION',
    field: `${kind}[${index}].cuenta`,
    message,
    ...(row === null ? {} : { row }),
  }
}

function missingCode(code: DefaultCode): ErrorEntry {
  return { code: 'CONFIGURATION_INCOMPLETE', message: ACCOUNT_OF_CODE_MISSING({ code }) }
}

const MAX_PROBLEMS = 50

/** Of an account that many rows have, one is told. */
function uniqueProblems(problems: readonly ErrorEntry[]): readonly ErrorEntry[] {
  const byText = new Map(
    problems.map((problem) => [`${problem.field} ${String(problem.message)}`, problem]),
  )
  return [...byText.values()].slice(0, MAX_PROBLEMS)
}

function plannedDetail({ account, amount, currency, ...line }: DetailLine): PlannedLine {
  const { cliente, proveedor, concepto } = line
  return { ...planned(account.id, amount, currency), cliente, proveedor, concepto }
}

function plannedOwn({ moneda }: OpeningBooks, { id }: OpeningAccount, amount: bigint): PlannedLine {
  return planned(id, amount, { moneda, tipoCambio: '1' })
}

function planned(cuenta: string, amount: bigint, currency: EntryCurrency): PlannedLine {
  return {
    cuenta,
    ...sides(amount, currency),
    importeMoneda: amount < 0n ? -amount : amount,
    currency,
    centroCosto: null,
    proveedor: null,
    cliente: null,
    concepto: CONCEPT,
  }
}

function sides(amount: bigint, { tipoCambio }: EntryCurrency) {
  const base = timesRate(amount < 0n ? -amount : amount, tipoCambio)
  return amount > 0n ? { cargo: base, abono: 0n } : { cargo: 0n, abono: base }
}
