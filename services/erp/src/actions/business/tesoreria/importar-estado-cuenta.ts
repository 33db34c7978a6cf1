import { rm, writeFile } from 'node:fs/promises'

import { choiceInput, textInput } from '../../../dictionary/action-description.ts'
import { apiError } from '../../../errors.ts'
import { AUDIT_COUNTER } from '../../../store/audit-store.ts'
import { numberSource, takeNumbers } from '../../../store/counter-store.ts'
import { writeAs } from '../../../store/tenant-database.ts'
import { fileInput, jsonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { BatchOutcome } from '../batch-outcome.ts'
import { amountText, sumOf } from '../cents.ts'
import { attachedFile } from '../cuentas-por-pagar/received/received-file.ts'
import type { Outside } from '../outside.ts'
import { recordAll } from '../record-deeds.ts'
import { checkStatement } from './decisions/check-statement.ts'
import { csvForm, readCsvStatement } from './statements/csv-statement.ts'
import { isOfx, readOfx } from './statements/ofx.ts'
import { DAY_FORMS, type StatementFile, type StatementLine } from './statements/statement-line.ts'
import {
  findKnownLines,
  findStatementFile,
  lockStatement,
  writeStatement,
  type NewStatementLine,
  type StatementRow,
} from './store/statement-store.ts'

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

/**
 * Takes the lines of a bank's statement from its file, OFX or CSV.
 * @source docs/decisions/0256-erp-bank-reconciliation.md
 */
export const importarEstadoCuenta: RecordAction = {
  model: 'EstadoCuentaBancario',
  name: 'importar_estado_cuenta',
  label: 'Importar estado de cuenta',
  mode: 'url_action',
  inputs: [
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
  ],
  emits: ['importado'],
  run: async () => {
    await Promise.resolve()
    throw new Error('importar_estado_cuenta runs with the file that it read')
  },
  ask: async (outside, ids) => {
    const adjunto = await fileOf(outside, ids[0] ?? '')
    const file = await readStatement(outside, adjunto)
    return async (context, admitted) => await importInto(context, admitted, { adjunto, file })
  },
}

/** The attachment that the caller names, else that of the record. */
async function fileOf({ inputs, database, caller }: Outside, id: string): Promise<string> {
  const given = inputs.get('adjunto') ?? null
  const named =
    given === null
      ? await writeAs(database, caller.empresa, (tx) => findStatementFile(tx, caller.empresa, id))
      : String(given)
  if (named !== null) return named
  throw apiError('VALIDATION', 'Give the file of the bank as adjunto.', 'adjunto')
}

async function readStatement(outside: Outside, adjunto: string): Promise<StatementFile> {
  const { bytes } = await attachedFile(outside, adjunto, 'a statement')
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

async function importInto(
  context: ActionContext,
  [id = '']: readonly string[],
  given: GivenFile,
): Promise<ActionOutcome> {
  const { tx, caller } = context
  const batch = new BatchOutcome()
  const statement = await lockStatement(tx, caller.empresa, id)
  if (statement === undefined) throw new Error('the statement was admitted')
  if (statement.estado !== 'importado' || statement.renglones > 0) {
    const message = `EstadoCuentaBancario ${statement.folio} has its lines already.`
    batch.refuse(id, { code: 'INVALID_STATE', message })
    return batch.outcome()
  }
  const known = await findKnownLines(tx, caller.empresa, {
    id,
    cuenta: statement.cuenta_bancaria,
    desde: statement.fecha_inicio,
    ids: given.file.lines.flatMap(({ idBanco }) => idBanco ?? []),
  })
  const checked = checkStatement(statement, given.file, known)
  if (!checked.ok) {
    const [first, ...others] = checked.error
    if (first !== undefined) batch.refuse(id, first, ...others)
    return batch.outcome()
  }
  await write(context, { statement, adjunto: given.adjunto, lines: checked.value.lines })
  batch.warn(id, checked.value.warnings)
  return batch.outcome()
}

const LINE_COUNTER = 'estado_cuenta_bancario_renglon'

async function write(
  context: ActionContext,
  of: {
    readonly statement: StatementRow
    readonly adjunto: string
    readonly lines: readonly StatementLine[]
  },
): Promise<void> {
  const { tx, caller, moment } = context
  const { statement, lines } = of
  const wanted = new Map([
    [LINE_COUNTER, lines.length],
    [AUDIT_COUNTER, 1],
  ])
  const numbers = numberSource(await takeNumbers(tx, caller.empresa, wanted))
  const amounts = lines.map(({ importe }) => importe)
  const depositos = amountText(sumOf(amounts.filter((amount) => amount > 0n)))
  const retiros = amountText(-sumOf(amounts.filter((amount) => amount < 0n)))
  await writeStatement(tx, caller.empresa, {
    id: statement.id,
    archivo: of.adjunto,
    usuario: caller.usuarioId,
    depositos,
    retiros,
    lines: lines.map((line, index) => newLine(line, { id: numbers(LINE_COUNTER), index })),
    now: moment.now,
  })
  const { name, model } = importarEstadoCuenta
  const after = { folio: statement.folio, renglones: lines.length, depositos, retiros }
  const deed = { model, id: statement.id, before: { renglones: 0 }, after, event: 'importado' }
  await recordAll(context, { name, reason: null }, { deeds: [deed], numbers })
}

function newLine(
  line: StatementLine,
  { id, index }: { readonly id: number; readonly index: number },
): NewStatementLine {
  const { importe, saldo } = line
  return {
    id,
    renglon: index + 1,
    fecha: line.fecha,
    descripcion: line.descripcion,
    referencia: line.referencia,
    clave_rastreo: line.claveRastreo,
    id_banco: line.idBanco,
    cargo: importe < 0n ? amountText(-importe) : null,
    abono: importe > 0n ? amountText(importe) : null,
    saldo: saldo === null ? null : amountText(saldo),
  }
}
