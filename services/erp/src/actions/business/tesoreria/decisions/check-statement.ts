import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { Picked } from '../../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../../errors.ts'
import {
  CLOSING_NOT_OF_FILE,
  FILE_IN_OTHER_CURRENCY,
  FILE_OF_OTHER_ACCOUNT,
  LATER_STATEMENT_HAS_LINES,
  LINES_NOT_TO_CLOSING,
  MORE_ROWS_LEFT_OUT,
  OPENING_NOT_BALANCE_BEFORE,
  ROW_LEFT_OUT,
  ROW_OUTSIDE_STATEMENT,
  ROWS_SHARE_ID,
  STATEMENTS_OVERLAP,
} from '../../../../messages/bank-statements.ts'
import type { Message } from '../../../../messages/message.ts'
import { amountText, cents, sumOf } from '../../cents.ts'
import type { StatementFile, StatementLine } from '../statements/statement-line.ts'
import type { KnownLines } from '../store/statement-store.ts'

export const STATEMENT_FIELDS = [
  'cuenta_bancaria',
  'fecha_inicio',
  'fecha_fin',
  'saldo_inicial',
  'saldo_final',
] as const
export const ACCOUNT_FIELDS = ['clave', 'numero_cuenta', 'clabe', 'moneda.clave'] as const

/** A statement into which a file is imported. */
export type Statement = Picked<'EstadoCuentaBancario', (typeof STATEMENT_FIELDS)[number]>

interface AccountStatement extends Statement {
  readonly account: Picked<'CuentaBancaria', (typeof ACCOUNT_FIELDS)[number]>
}

interface ImportedLines {
  /** Those that are new. */
  readonly lines: readonly StatementLine[]
  readonly warnings: readonly ErrorEntry[]
}

// Of one file; who mends these sees the others at the next try.
const MAX_TOLD = 20

/**
 * What a file brings to a statement. A line whose id the bank gave before is told and left out; the lines lead from the
 * opening balance to the closing one, and the opening balance is where the statements before it end.
 * @source docs/decisions/0256-erp-bank-reconciliation.md
 */
export function checkStatement(
  statement: AccountStatement,
  file: StatementFile,
  known: KnownLines,
): Result<ImportedLines, readonly ErrorEntry[]> {
  const foreign = accountProblem(statement, file)
  if (foreign !== null) return fail([foreign])
  const outside = file.lines.filter(
    ({ fecha }) => fecha < statement.fecha_inicio || fecha > statement.fecha_fin,
  )
  if (outside.length > 0) {
    return fail(outside.slice(0, MAX_TOLD).map((line) => dayProblem(statement, line)))
  }
  const once = withoutRepeated(file.lines)
  if (!once.ok) return fail([once.error])
  const { lines, repeated } = once.value
  const problem = overlapProblem(known, lines) ?? balanceProblem(statement, lines, { file, known })
  if (problem !== null) return fail([problem])
  const before = new Set(known.ids)
  const isKnown = ({ idBanco }: StatementLine) => idBanco !== null && before.has(idBanco)
  return ok({
    lines: lines.filter((line) => !isKnown(line)),
    warnings: repeatedWarnings([...repeated, ...lines.filter(isKnown)]),
  })
}

function validation(field: string, message: Message): ErrorEntry {
  return { code: 'VALIDATION', field, message }
}

function accountProblem({ account }: AccountStatement, file: StatementFile): ErrorEntry | null {
  const { cuenta, moneda } = file
  const { clave, numero_cuenta, clabe, 'moneda.clave': own } = account
  if (moneda !== null && moneda !== own) {
    const wrong = FILE_IN_OTHER_CURRENCY({ account: clave, currency: moneda, own })
    return validation('adjunto', wrong)
  }
  if (cuenta === null) return null
  const numbers = [numero_cuenta, clabe ?? ''].map(digits)
  const named = digits(cuenta)
  if (numbers.some((number) => number !== '' && number === named)) return null
  const wrong = { account: clave, named: cuenta, number: numero_cuenta }
  return validation('adjunto', FILE_OF_OTHER_ACCOUNT(wrong))
}

function digits(number: string): string {
  return number.replaceAll(/[^\dA-Za-z]/g, '').replace(/^0+/, '')
}

function dayProblem({ fecha_inicio, fecha_fin }: Statement, line: StatementLine): ErrorEntry {
  const { row, fecha: day } = line
  const message = ROW_OUTSIDE_STATEMENT({ row, day, from: fecha_inicio, until: fecha_fin })
  return { ...validation('adjunto', message), row }
}

/** Of lines with the same id of the bank only the first; two that differ otherwise make the ids worthless. */
function withoutRepeated(
  all: readonly StatementLine[],
): Result<
  { readonly lines: readonly StatementLine[]; readonly repeated: readonly StatementLine[] },
  ErrorEntry
> {
  const seen = new Map<string, StatementLine>()
  const lines: StatementLine[] = []
  const repeated: StatementLine[] = []
  for (const line of all) {
    const first = line.idBanco === null ? undefined : seen.get(line.idBanco)
    if (line.idBanco !== null && first === undefined) seen.set(line.idBanco, line)
    if (first === undefined) lines.push(line)
    else if (first.importe === line.importe && first.fecha === line.fecha) repeated.push(line)
    else {
      const rows = { before: first.row, row: line.row, id: line.idBanco ?? '' }
      const message = ROWS_SHARE_ID(rows)
      return fail({ ...validation('adjunto', message), row: line.row })
    }
  }
  return ok({ lines, repeated })
}

/** Days that two statements have can only be told apart by the ids of the bank. */
function overlapProblem(known: KnownLines, lines: readonly StatementLine[]): ErrorEntry | null {
  if (known.posterior !== null) {
    return validation('fecha_inicio', LATER_STATEMENT_HAS_LINES({ other: known.posterior }))
  }
  const nameless = lines.find(({ idBanco }) => idBanco === null)
  if (known.traslapa === null || nameless === undefined) return null
  const wrong = { other: known.traslapa, row: nameless.row }
  return validation('fecha_inicio', STATEMENTS_OVERLAP(wrong))
}

function balanceProblem(
  statement: Statement,
  lines: readonly StatementLine[],
  { file, known }: { readonly file: StatementFile; readonly known: KnownLines },
): ErrorEntry | null {
  const opening = cents(statement.saldo_inicial)
  const closing = cents(statement.saldo_final)
  if (known.saldo !== null && cents(known.saldo) !== opening) {
    const wrong = { opening: statement.saldo_inicial, before: known.saldo }
    return validation('saldo_inicial', OPENING_NOT_BALANCE_BEFORE(wrong))
  }
  const moved = sumOf(lines.map(({ importe }) => importe))
  if (opening + moved !== closing) {
    const { saldo_inicial, saldo_final } = statement
    const made = amountText(opening + moved)
    const wrong = { opening: saldo_inicial, made, closing: saldo_final }
    return validation('saldo_final', LINES_NOT_TO_CLOSING(wrong))
  }
  const { saldoFinal } = file
  if (saldoFinal?.fecha !== statement.fecha_fin || saldoFinal.importe === closing) return null
  const told = amountText(saldoFinal.importe)
  const wrong = { closing: statement.saldo_final, told, day: saldoFinal.fecha }
  return validation('saldo_final', CLOSING_NOT_OF_FILE(wrong))
}

function repeatedWarnings(lines: readonly StatementLine[]): readonly ErrorEntry[] {
  const problems = lines.slice(0, MAX_TOLD).map(({ row, idBanco }): ErrorEntry => {
    const message = ROW_LEFT_OUT({ row, id: idBanco })
    return { code: 'DUPLICATE', field: 'id_banco', row, message }
  })
  const more = lines.length - problems.length
  if (more === 0) return problems
  return [...problems, { code: 'DUPLICATE', message: MORE_ROWS_LEFT_OUT({ more }) }]
}
