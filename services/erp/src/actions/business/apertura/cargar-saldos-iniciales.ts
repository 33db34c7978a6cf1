import { dateInput } from '../../../dictionary/action-description.ts'
import { condition } from '../../../dictionary/condition.ts'
import { ApiError, type ErrorEntry } from '../../../errors.ts'
import {
  DAY_NOT_COME,
  DOCUMENT_THERE,
  KIND_TWICE,
  NO_BALANCES,
  NO_ENTRY_TYPE,
  OPENED_ALREADY,
  ROW_OF_OPENING,
  TOO_MANY_BALANCES,
  UUID_THERE,
} from '../../../messages/opening.ts'
import { findModelId } from '../../../store/numbers/model-number-store.ts'
import { lockRows } from '../../../store/records/model-rows.ts'
import { fileInput, jsonInput, referenceInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { amountText, sumOf } from '../cents.ts'
import { Changes } from '../changes.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import type { EntryPosting } from '../contabilidad/effects/write-entries.ts'
import { findDailyType } from '../contabilidad/store/year-store.ts'
import type { OpeningBalances } from './decisions/opening-balances.ts'
import { CONCEPT, DEFAULT_CODES, planOpening } from './decisions/plan-opening.ts'
import { collectDocuments } from './effects/write-opening.ts'
import { findNames, type FoundNames } from './find-named.ts'
import { moveOpeningStock, type OpenedStock } from './move-opening-stock.ts'
import { lineColumns, OPENING_KINDS, type OpeningKind } from './opening-columns.ts'
import { readBalances } from './opening-facts.ts'
import { fileInputOf, filedRows, problem, type FiledRows } from './opening-files.ts'
import { bodyRows, RowProblems, type OpeningRow } from './opening-rows.ts'
import { findAccountsOfCodes, findTakenDocuments } from './store/opening-store.ts'

const NAME = 'cargar_saldos_iniciales'
const MODEL = 'Empresa'
const MAX_ROWS = 5_000
const MODULE = 'contabilidad'

const LABELS: Readonly<Record<OpeningKind, string>> = {
  cuentas: 'Cuentas',
  existencias: 'Existencias',
  por_cobrar: 'Por cobrar',
  por_pagar: 'Por pagar',
  bancos: 'Bancos',
}

const HELP: Readonly<Record<OpeningKind, string>> = {
  cuentas:
    'La balanza: lo que hay en cada cuenta. Clientes, proveedores, inventario, bancos y su IVA pendiente pueden faltar: son lo que suman sus documentos.',
  existencias: 'Qué hay en cada almacén y lo que costó, por unidad o en total.',
  por_cobrar: 'Lo que falta por cobrar de cada documento; del IVA, la parte de ese saldo.',
  por_pagar: 'Lo que falta por pagar de cada documento; del IVA, la parte de ese saldo.',
  bancos: 'Lo que hay en cada cuenta bancaria según el banco.',
}

const INPUTS = [
  dateInput({
    name: 'fecha',
    label: 'Fecha',
    help: 'El día de los saldos, como el último del ejercicio anterior; su periodo debe estar abierto.',
    required: true,
  }),
  fileInput(['.xlsx'], {
    name: 'libro',
    label: 'Libro con una hoja de cada cosa',
    help: 'Hojas: cuentas, existencias, por cobrar, por pagar, bancos.',
    required: false,
  }),
  ...OPENING_KINDS.flatMap((kind) => [
    fileInput(['.csv', '.xlsx'], {
      name: fileInputOf(kind),
      label: `${LABELS[kind]} (archivo)`,
      required: false,
    }),
    jsonInput(
      { name: kind, label: LABELS[kind], help: HELP[kind], required: false },
      {
        lines: {
          relation: null,
          key: lineColumns(kind)[0]?.name ?? '',
          columns: lineColumns(kind),
        },
      },
    ),
  ]),
  referenceInput('CuentaContable', {
    name: 'cuenta_diferencias',
    label: 'Cuenta de diferencias',
    help: 'Se queda con lo que no cuadra; sin ella, lo que no cuadra se rechaza.',
    required: false,
  }),
]

/**
 * Books what a company brings along as of a day, in one entry, with its stock, what customers owe and suppliers are
 * owed by document, and what lies in banks: what each account has is what these make.
 * @source docs/decisions/0282-erp-opening-balances.md
 */
export const cargarSaldosIniciales: RecordAction = {
  model: MODEL,
  name: NAME,
  label: 'Cargar saldos iniciales',
  mode: 'url_action',
  offeredIf: condition('poliza_apertura absent'),
  inputs: INPUTS,
  emits: [],
  run: () => {
    throw new Error(`${NAME} runs with the files that it read`)
  },
  ask: async (outside) => {
    const problems = new RowProblems()
    const filed = await filedRows(outside, { problems, most: MAX_ROWS })
    return (context, ids) => load(context, ids[0] ?? '', { filed, problems })
  },
}

async function load(
  context: ActionContext,
  id: string,
  { filed, problems }: { readonly filed: FiledRows; readonly problems: RowProblems },
): Promise<ActionOutcome> {
  const rows = allRows(context, filed, problems)
  problems.throwIfAny()
  const moneda = await lockUnopened(context, id)
  const day = await openDay(context)
  const given = context.inputs.get('cuenta_diferencias') ?? null
  const cuenta = given === null ? null : String(given)
  const names = await findNames(context, rows, { cuenta, moneda })
  const balances = readBalances(rows, { names, problems, fecha: day.fecha, moneda })
  await refuseTaken(context, balances, problems)
  problems.throwIfAny()
  const stock = await moveOpeningStock(context, balances.existencias, { ...day, empresa: id })
  const books = await booksOf(context, names, { moneda, cuenta })
  const planned = planOpening(balances, stock.values, books)
  if ('problems' in planned) throw new ApiError(planned.problems)
  const entry = await entryOf(context, { id, ...day, moneda, lines: planned.lines })
  await write(context, { id, ...day, balances, stock, entry, count: rows.length })
  return { refused: new Map(), warnings: new Map() }
}

interface Opening {
  readonly id: string
  readonly fecha: string
  readonly balances: OpeningBalances
  readonly stock: OpenedStock
  readonly entry: EntryPosting
  /** How many rows it was made of. */
  readonly count: number
}

async function write(
  context: ActionContext,
  { id, fecha, balances, stock, entry, count }: Opening,
): Promise<void> {
  const changes = new Changes(context, { name: NAME, reason: null })
  const poliza = changes.entryOf(id)
  changes.post({ entries: [entry] })
  for (const movement of stock.movements) {
    changes.change('MovimientoInventario', movement.id, { poliza })
  }
  const source = { modelo: await findModelId(context.tx, MODEL), registro: id }
  await collectDocuments(context, changes, { balances, fecha, poliza, source })
  changes.change(MODEL, id, { poliza_apertura: poliza })
  const total = amountText(entry.total)
  changes.record({
    model: MODEL,
    id,
    before: { poliza_apertura: null },
    after: { poliza_apertura: poliza.as(Number), fecha, total, renglones: count },
    event: null,
  })
  await changes.write()
}

/** The currency of a company that has no opening yet, locked. @throws ApiError INVALID_STATE */
async function lockUnopened(context: ActionContext, id: string): Promise<string> {
  const fields = ['moneda', 'poliza_apertura', 'poliza_apertura.folio'] as const
  const company = (await lockRows(context, MODEL, { ids: [id], fields })).get(id)
  if (company === undefined) throw new Error('the company is no record of its own')
  if (company.poliza_apertura === null) return company.moneda
  const message = OPENED_ALREADY({ folio: company['poliza_apertura.folio'] ?? '' })
  throw new ApiError([{ code: 'INVALID_STATE', field: 'poliza_apertura', message }])
}

/** The rows of body and files, each kind in one of them. @throws ApiError VALIDATION */
function allRows(
  { inputs }: ActionContext,
  filed: FiledRows,
  problems: RowProblems,
): readonly OpeningRow[] {
  const rows = OPENING_KINDS.flatMap((kind) => {
    const json = inputs.get(kind) ?? null
    const own = json === null ? [] : bodyRows(kind, String(json), problems)
    const others = filed.get(kind) ?? []
    if (own.length > 0 && others.length > 0) throw problem(kind, KIND_TWICE({ kind }))
    return [...others, ...own]
  })
  if (rows.length === 0) throw problem('cuentas', NO_BALANCES())
  if (rows.length > MAX_ROWS) throw problem('cuentas', TOO_MANY_BALANCES({ most: MAX_ROWS }))
  return rows
}

/** The day and its period, which stays open to the end. @throws ApiError VALIDATION, PERIOD_CLOSED */
async function openDay({ tx, caller, inputs, moment }: ActionContext) {
  const fecha = String(inputs.get('fecha'))
  if (fecha > moment.today)
    throw problem('fecha', DAY_NOT_COME({ day: fecha, today: moment.today }))
  const periods = await loadPeriods(tx, caller.empresa, { days: [fecha], module: MODULE })
  const closed = periods.problemOf(fecha)
  if (closed !== null) throw new ApiError([{ field: 'fecha', ...closed }])
  return { fecha, periodo: periods.idOf(fecha) }
}

/** Documents that the company has already. */
async function refuseTaken(
  { tx, caller }: ActionContext,
  { porCobrar, porPagar }: OpeningBalances,
  problems: RowProblems,
): Promise<void> {
  const documents = [...porCobrar, ...porPagar]
  const taken = await findTakenDocuments(tx, caller.empresa, {
    invoices: porPagar.map(({ party, documento }) => ({ proveedor: party.id, numero: documento })),
    uuids: documents.flatMap(({ uuid }) => uuid ?? []),
  })
  for (const { place, uuid } of documents) {
    if (uuid !== null && taken.uuids.has(uuid))
      problems.addAll(duplicate(place, 'uuid', UUID_THERE({ uuid })))
  }
  for (const { place, party, documento } of porPagar) {
    if (!taken.invoices.has(`${party.id} ${documento}`)) continue
    problems.addAll(duplicate(place, 'documento', DOCUMENT_THERE({ documento })))
  }
}

function duplicate(
  { kind, index, row }: OpeningRow['place'],
  column: string,
  what: ReturnType<typeof UUID_THERE>,
): ErrorEntry {
  const message = ROW_OF_OPENING({ kind, number: row ?? index + 1, what })
  const field = `${kind}[${index}].${column}`
  return { code: 'DUPLICATE', field, message, ...(row === null ? {} : { row }) }
}

async function booksOf(
  { tx, caller }: ActionContext,
  names: FoundNames,
  { moneda, cuenta }: { readonly moneda: string; readonly cuenta: string | null },
) {
  const defaults = await findAccountsOfCodes(tx, caller.empresa, DEFAULT_CODES)
  const accounts = new Map([...defaults.map((row) => [row.id, row] as const), ...names.cuentas.all])
  return {
    accounts,
    defaults: new Map(defaults.map((row) => [row.codigo ?? '', row])),
    moneda,
    diferencias: cuenta === null ? null : (accounts.get(cuenta) ?? null),
  }
}

/** One entry of the daily kind, brought from elsewhere. @throws ApiError CONFIGURATION_INCOMPLETE */
async function entryOf(
  { tx, caller }: ActionContext,
  opening: Pick<EntryPosting, 'lines' | 'periodo'> & {
    readonly id: string
    readonly fecha: string
    readonly moneda: string
  },
): Promise<EntryPosting> {
  const type = await findDailyType(tx, caller.empresa)
  if (type === undefined) {
    throw new ApiError([{ code: 'CONFIGURATION_INCOMPLETE', message: NO_ENTRY_TYPE() }])
  }
  const { id, fecha, moneda, lines, periodo } = opening
  const total = sumOf(lines.map(({ cargo }) => cargo))
  return {
    source: {
      model: MODEL,
      event: NAME,
      origin: 'importada',
      record: id,
      folio: CONCEPT,
      fecha,
      currency: { moneda, tipoCambio: '1' },
      dimensiones: {},
      total,
      amounts: {},
      accounts: {},
      proveedor: null,
      cliente: null,
      lines: [],
    },
    rule: { ...type, clave: NAME, condicion: null, concepto: CONCEPT, partidas: [] },
    periodo,
    concepto: `${CONCEPT} al ${fecha}`,
    total,
    lines,
  }
}
