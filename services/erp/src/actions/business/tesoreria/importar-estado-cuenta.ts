import { rm, writeFile } from 'node:fs/promises'

import { choiceInput, textInput } from '../../../dictionary/action-description.ts'
import { apiError } from '../../../errors.ts'
import { NO_STATEMENT_FILE } from '../../../messages/bank-statement-files.ts'
import { STATEMENT_HAS_LINES } from '../../../messages/bank-statements.ts'
import { A_STATEMENT } from '../../../messages/received-cfdi.ts'
import { readRows } from '../../../store/records/model-rows.ts'
import { writeAs } from '../../../store/tenant-database.ts'
import { fileInput, jsonInput } from '../action-inputs.ts'
import type { ActionContext, RecordAction } from '../action.ts'
import { amountText, sumOf } from '../cents.ts'
import type { Changes } from '../changes.ts'
import { attachedFile } from '../cuentas-por-pagar/received/received-file.ts'
import { documentAction } from '../document-action.ts'
import type { Outside } from '../outside.ts'
import {
  ACCOUNT_FIELDS,
  checkStatement,
  STATEMENT_FIELDS,
  type Statement,
} from './decisions/check-statement.ts'
import { csvForm, readCsvStatement } from './statements/csv-statement.ts'
import { isOfx, readOfx } from './statements/ofx.ts'
import { DAY_FORMS, type StatementFile, type StatementLine } from './statements/statement-line.ts'
import { findKnownLines } from './store/statement-store.ts'

const COLUMNS_HELP =
  'De un CSV, los encabezados de sus columnas: {"fecha": "Fecha", "descripcion": "Concepto", ' +
  '"cargo": "Cargos", "abono": "Abonos"}, o importe en lugar de cargo y abono; también ' +
  'referencia, clave_rastreo, id_banco y saldo.'

const COLUMNS = [
  { name: 'fecha', label: 'Fecha', required: true },
  { name: 'descripcion', label: 'Descripción', required: true },
  { name: 'cargo', label: 'Cargo', required: false },
  { name: 'abono', label: 'Abono', required: false },
  { name: 'importe', label: 'Importe', required: false },
  { name: 'referencia', label: 'Referencia', required: false },
  { name: 'clave_rastreo', label: 'Clave de rastreo', required: false },
  { name: 'id_banco', label: 'Id del banco', required: false },
  { name: 'saldo', label: 'Saldo', required: false },
]

const NAME = 'importar_estado_cuenta'
const MODEL = 'EstadoCuentaBancario'
const LINES = 'EstadoCuentaBancarioRenglon'

const INPUTS = [
  fileInput(['.ofx', '.qfx', '.csv', '.txt'], {
    name: 'adjunto',
    label: 'Archivo',
    required: false,
  }),
  jsonInput(
    {
      name: 'columnas',
      label: 'Columnas',
      help: COLUMNS_HELP,
      required: false,
    },
    { object: COLUMNS },
  ),
  textInput({
    name: 'delimitador',
    label: 'Delimitador',
    help: 'De un CSV, lo que separa sus columnas; sin él, el que más aparece en el primer renglón.',
    required: false,
    minLength: 0,
    length: 1,
  }),
  choiceInput({
    name: 'formato_fecha',
    label: 'Formato de fecha',
    help: 'De un CSV; sin él, aaaa-mm-dd.',
    required: false,
    choices: DAY_FORMS,
  }),
]

// One that has its lines is refused in other words.
const IMPORTING = {
  model: MODEL,
  moves: [{ from: ['importado', 'en_conciliacion', 'conciliado'], to: 'importado', by: NAME }],
} as const

/**
 * Takes the lines of a bank's statement from its file, OFX or CSV.
 * @source docs/decisions/0256-erp-bank-reconciliation.md
 */
export const importarEstadoCuenta: RecordAction = {
  ...importing(() => {
    throw new Error(`${NAME} runs with the file that it read`)
  }),
  ask: async (outside, ids) => {
    const adjunto = await fileOf(outside, ids[0] ?? '')
    const file = await readStatement(outside, adjunto)
    return importing(() => ({ adjunto, file })).run
  },
}

/** The attachment that the caller names, else that of the record. */
async function fileOf(
  { inputs, database, caller, registry }: Outside,
  id: string,
): Promise<string> {
  const given = inputs.get('adjunto') ?? null
  if (given !== null) return String(given)
  const found = await writeAs(database, caller.empresa, (tx) =>
    readRows({ tx, registry, caller }, MODEL, { ids: [id], fields: ['archivo'] }),
  )
  const own = found.get(id)?.archivo ?? null
  if (own !== null) return own
  throw apiError('VALIDATION', NO_STATEMENT_FILE(), 'adjunto')
}

async function readStatement(outside: Outside, adjunto: string): Promise<StatementFile> {
  const { bytes } = await attachedFile(outside, adjunto, A_STATEMENT())
  const text = textOf(bytes)
  if (isOfx(text)) return readOfx(text)
  const form = csvForm(outside.inputs)
  const path = outside.attachments.incoming.newFile()
  try {
    await writeFile(path, bytes, { mode: 0o600 })
    return await readCsvStatement(path, form)
  } finally {
    await rm(path, { force: true })
  }
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

interface GivenFile {
  readonly adjunto: string
  readonly file: StatementFile
}

/** The action once the file is read. */
function importing(file: () => GivenFile): RecordAction {
  return documentAction(IMPORTING, {
    name: NAME,
    label: 'Importar estado de cuenta',
    mode: 'url_action',
    inputs: INPUTS,
    emits: ['importado'],
    fields: STATEMENT_FIELDS,
    // Two files of an account are not imported at once.
    locksFirst: { reference: 'cuenta_bancaria', called: 'account' },
    run: async ({ context, batch, changes }) => {
      const given = file()
      for (const statement of batch.remaining) {
        const { id, folio } = statement
        const known = await knownOf(context, statement, given.file)
        if (statement.estado !== 'importado' || known.tiene_renglones) {
          batch.refuse(id, { code: 'INVALID_STATE', message: STATEMENT_HAS_LINES({ folio }) })
          continue
        }
        const checked = checkStatement({ ...statement, account: known.account }, given.file, known)
        if (!checked.ok) {
          batch.refuse(id, ...checked.error)
          continue
        }
        take(changes, context, { id, folio, adjunto: given.adjunto, lines: checked.value.lines })
        batch.warn(id, checked.value.warnings)
      }
    },
  })
}

/** What the account has, of which the file may bring more. */
async function knownOf(context: ActionContext, statement: Statement, file: StatementFile) {
  const { tx, caller } = context
  const { id, cuenta_bancaria: cuenta, fecha_inicio: desde } = statement
  const ids = file.lines.flatMap(({ idBanco }) => idBanco ?? [])
  const [known, accounts] = await Promise.all([
    findKnownLines(tx, caller.empresa, { id, cuenta, desde, ids }),
    readRows(context, 'CuentaBancaria', { ids: [cuenta], fields: ACCOUNT_FIELDS }),
  ])
  const account = accounts.get(cuenta)
  if (account === undefined) throw new Error('the account of the statement was not read')
  return { ...known, account }
}

/** Writes what a file had: the lines, and what they add up to. */
function take(
  changes: Changes,
  { caller }: ActionContext,
  details: {
    readonly id: string
    readonly folio: string
    readonly adjunto: string
    readonly lines: readonly StatementLine[]
  },
): void {
  const { id, folio, adjunto, lines } = details
  for (const [index, line] of lines.entries()) {
    changes.insert(LINES, { estado_cuenta: id, renglon: index + 1, ...lineFields(line) })
  }
  const amounts = lines.map(({ importe }) => importe)
  const depositos = amountText(sumOf(amounts.filter((amount) => amount > 0n)))
  const retiros = amountText(-sumOf(amounts.filter((amount) => amount < 0n)))
  const importado = { archivo: adjunto, importado_por: caller.usuarioId, depositos, retiros }
  changes.change(MODEL, id, { estado: 'importado', ...importado })
  const after = { folio, renglones: lines.length, depositos, retiros }
  changes.record({ model: MODEL, id, before: { renglones: 0 }, after, event: 'importado' })
}

function lineFields({ claveRastreo, idBanco, ...line }: StatementLine) {
  const { fecha, descripcion, referencia, importe, saldo } = line
  return {
    fecha,
    descripcion,
    referencia,
    clave_rastreo: claveRastreo,
    id_banco: idBanco,
    cargo: importe < 0n ? amountText(-importe) : null,
    abono: importe > 0n ? amountText(importe) : null,
    saldo: saldo === null ? null : amountText(saldo),
    conciliado: false,
  }
}
