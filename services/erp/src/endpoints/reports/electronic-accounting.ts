import { described } from '@oficina/api/kinds.ts'
import { optional, required, type Values } from '@oficina/api/parameter.ts'
import { contentDisposition } from '@oficina/http/content-disposition.ts'
import type { Tx } from '@oficina/kit/database.ts'
import { assembleZip, buildPrefix, textEntry } from '@oficina/zip/write-zip.ts'

import { apiError } from '../../errors.ts'
import {
  balanceXml,
  booksName,
  catalogXml,
  entriesXml,
  type BooksHead,
  type CatalogAccount,
} from '../../fiscal/electronic-accounting.ts'
import {
  ACCOUNTS_WITHOUT_CODE,
  NO_BALANCE,
  NO_ENTRY,
  OF_THE_FORM,
  ONLY_BALANCE_OF_ADJUSTMENT,
  REQUIRED_FOR,
  TOO_MANY_ENTRIES,
  type BooksKind,
} from '../../messages/reports.ts'
import { NO_RECORD } from '../../messages/requests.ts'
import { anyText, choice, date } from '../../query/parameters.ts'
import {
  findBooksPeriod,
  findCatalog,
  findPeriodMovements,
  type CatalogRow,
} from '../../store/reports/electronic-accounting-store.ts'
import { findReportedEntries } from '../../store/reports/reported-entry-store.ts'
import { reportAs, type EmpresaId } from '../../store/tenant-database.ts'
import { MONTH } from './report-columns.ts'
import { reference } from './report-references.ts'
import { fileReportEndpoint, wholly } from './report.ts'

const QUERY = {
  tipo: required(
    described(
      choice(['CT', 'BN', 'BC', 'PL']),
      'Catalog of accounts, trial balance (normal, complementary), entries.',
    ),
  ),
  periodo: required(reference('PeriodoContable')),
  modificada: optional(described(date, 'Of BC: the day of the last change.')),
  solicitud: optional(described(choice(['AF', 'FC', 'DE', 'CO']), 'Of PL: what asks for them.')),
  orden: optional(described(anyText(), 'Of PL for AF and FC: the order, as ABC1234567/26.')),
  tramite: optional(described(anyText(), 'Of PL for DE and CO: the procedure, as AB123456789012.')),
}

type Asked = Values<typeof QUERY>

/** What is asked of the tax authority's books, once it is known to be there. */
interface Books {
  readonly tx: Tx
  readonly empresa: EmpresaId
  readonly head: BooksHead
  readonly period: string
}

// A month of more entries is sent in parts by hand: the file is made in memory.
const MAX_ENTRIES = 50_000
const COMPRESSION = 6
// 1980-01-01, so that the same books make the same archive.
const NO_TIME = 0x0021_0000

/**
 * The books of a month as the SAT wants them sent: an XML in a zip archive, both named by the SAT's rule.
 * @source docs/decisions/0253-erp-books.md
 */
export const electronicAccounting = fileReportEndpoint({
  path: 'electronic-accounting',
  summary: 'Contabilidad electrónica 1.3 of a month: catalog, trial balance or entries, zipped',
  query: QUERY,
  failures: [404, 422],
  report: {
    label: { es: 'Contabilidad electrónica', en: 'Electronic accounting' },
    help: {
      es: 'Los archivos de la contabilidad electrónica de un mes, listos para enviar al SAT.',
      en: 'The files of a month’s electronic accounting, ready for the SAT.',
    },
    module: 'contabilidad-electronica',
    rights: wholly('PolizaPartida', 'Poliza', 'CuentaContable', 'PeriodoContable'),
    parameters: {
      tipo: {
        label: { es: 'Archivo', en: 'File' },
        default: { kind: 'value', value: 'BN' },
        choices: {
          CT: { es: 'Catálogo de cuentas', en: 'Chart of accounts' },
          BN: { es: 'Balanza', en: 'Trial balance' },
          BC: { es: 'Balanza complementaria', en: 'Complementary trial balance' },
          PL: { es: 'Pólizas', en: 'Entries' },
        },
      },
      periodo: MONTH,
      modificada: {
        label: { es: 'Última modificación', en: 'Last change' },
        help: {
          es: 'El último día en que cambió la balanza.',
          en: 'The last day on which the trial balance changed.',
        },
        default: { kind: 'today' },
        onlyIf: { parameter: 'tipo', values: ['BC'] },
      },
      solicitud: {
        label: { es: 'Tipo de solicitud', en: 'Kind of request' },
        help: { es: 'Para qué pide el SAT las pólizas.', en: 'What the SAT asks for them for.' },
        choices: {
          AF: { es: 'Acto de fiscalización', en: 'Audit' },
          FC: { es: 'Fiscalización compulsa', en: 'Cross-check of a third party' },
          DE: { es: 'Devolución', en: 'Refund' },
          CO: { es: 'Compensación', en: 'Offsetting' },
        },
        onlyIf: { parameter: 'tipo', values: ['PL'] },
      },
      orden: {
        label: { es: 'Número de orden', en: 'Order number' },
        help: { es: 'Como ABC1234567/26.', en: 'As ABC1234567/26.' },
        onlyIf: { parameter: 'solicitud', values: ['AF', 'FC'] },
      },
      tramite: {
        label: { es: 'Número de trámite', en: 'Procedure number' },
        help: { es: 'Como AB123456789012.', en: 'As AB123456789012.' },
        onlyIf: { parameter: 'solicitud', values: ['DE', 'CO'] },
      },
    },
    answer: { file: { type: 'application/zip', end: 'zip' } },
  },
  handle: async ({ tools, reply, caller, values }) => {
    const { empresa } = caller
    const { name, xml } = await reportAs(tools.reads, empresa, async (tx) => {
      const head = await findBooksPeriod(tx, empresa, values.periodo)
      if (head === undefined) {
        throw apiError('NOT_FOUND', NO_RECORD({ model: 'PeriodoContable', id: values.periodo }))
      }
      refuseMonth(head, values)
      const written = await xmlOf({ tx, empresa, head, period: values.periodo }, values)
      return { name: booksName(head, values.tipo), xml: written }
    })
    const entry = textEntry(`${name}.xml`, Buffer.from(xml, 'utf8'), NO_TIME, COMPRESSION)
    return reply
      .type('application/zip')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', contentDisposition(`${name}.zip`))
      .header('x-content-type-options', 'nosniff')
      .send(assembleZip(buildPrefix([entry]), []))
  },
})

function refuseMonth({ mes }: BooksHead, { tipo }: Asked): void {
  if (mes !== '13' || tipo === 'BN' || tipo === 'BC') return
  throw apiError('INVALID_PARAMETER', ONLY_BALANCE_OF_ADJUSTMENT({ kind: tipo }), 'tipo')
}

async function xmlOf(books: Books, asked: Asked): Promise<string> {
  switch (asked.tipo) {
    case 'CT':
      return catalogXml(books.head, await catalogOf(books))
    case 'BN':
      return await trialBalance(books, null)
    case 'BC':
      if (asked.modificada === undefined) throw missing('modificada', 'BC')
      return await trialBalance(books, asked.modificada)
    case 'PL':
      return await entriesOf(books, asked)
  }
}

function missing(field: string, kind: BooksKind) {
  return apiError('INVALID_PARAMETER', REQUIRED_FOR({ field, kind }), field)
}

type ToldAccount = CatalogRow & Pick<CatalogAccount, 'codigo'>

/** The accounts that the SAT is told of, in all files. */
async function catalogOf({ tx, empresa }: Books): Promise<readonly ToldAccount[]> {
  const all = await findCatalog(tx, empresa)
  const told = all.filter(isTold)
  const without = all.filter(({ codigo, tipo }) => codigo === null && tipo !== 'orden')
  if (without.length > 0) {
    const first = without.slice(0, NAMED).map(({ clave }) => clave)
    const message = ACCOUNTS_WITHOUT_CODE({ count: without.length, first })
    throw apiError('CONFIGURATION_INCOMPLETE', message)
  }
  const known = new Set(told.map(({ clave }) => clave))
  return told.map((account) => ({
    ...account,
    padre: known.has(account.padre ?? '') ? account.padre : null,
  }))
}

const NAMED = 10

/** Memorandum accounts without a code are the company's own business. */
function isTold(row: CatalogRow): row is ToldAccount {
  return row.codigo !== null
}

async function trialBalance(books: Books, changed: string | null): Promise<string> {
  const { tx, empresa, head } = books
  const accounts = new Set((await catalogOf(books)).map(({ clave }) => clave))
  const period = await findPeriodMovements(tx, empresa, books.period)
  const rows = period.filter(({ clave }) => accounts.has(clave))
  if (rows.length === 0) throw apiError('VALIDATION', NO_BALANCE())
  return balanceXml(head, { rows, changed })
}

const ORDER = /^[A-Z]{3}\d{7}\/\d{2}$/
const PROCEDURE = /^[A-Z]{2}\d{12}$/

async function entriesOf(books: Books, { solicitud, orden, tramite }: Asked): Promise<string> {
  if (solicitud === undefined) throw missing('solicitud', 'PL')
  const isOrder = solicitud === 'AF' || solicitud === 'FC'
  const [field, value, form] = isOrder
    ? (['orden', orden, ORDER] as const)
    : (['tramite', tramite, PROCEDURE] as const)
  if (value === undefined || !form.test(value)) {
    const example = isOrder ? 'ABC1234567/26' : 'AB123456789012'
    throw apiError('INVALID_PARAMETER', OF_THE_FORM({ field, example }), field)
  }
  const { tx, empresa, period } = books
  const accounts = (await catalogOf(books)).map(({ id }) => id)
  const entries = await findReportedEntries(tx, empresa, {
    period,
    limit: MAX_ENTRIES + 1,
    accounts,
  })
  if (entries.length === 0) throw apiError('VALIDATION', NO_ENTRY())
  if (entries.length > MAX_ENTRIES) {
    throw apiError('VALIDATION', TOO_MANY_ENTRIES({ most: MAX_ENTRIES }))
  }
  const request = {
    solicitud,
    orden: isOrder ? value : null,
    tramite: isOrder ? null : value,
  }
  return entriesXml(books.head, { entries, request })
}
