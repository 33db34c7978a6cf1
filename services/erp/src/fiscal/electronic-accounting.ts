import { xmlElement, type Attributes } from './electronic-element.ts'
import { currencyOf, paymentXml, type EntryPayment } from './electronic-payments.ts'

const SCHEMAS = 'http://www.sat.gob.mx/esquemas/ContabilidadE/1_3'
const XSI = 'http://www.w3.org/2001/XMLSchema-instance'

/** Whose books they are, and of when: `mes` is 13 for the adjustments of a year. */
export interface BooksHead {
  readonly rfc: string
  readonly anio: number
  readonly mes: string
}

/** An account of the catalog. */
export interface CatalogAccount {
  /** The SAT's code, its own or that of the nearest account above it. */
  readonly codigo: string
  readonly clave: string
  readonly nombre: string
  readonly padre: string | null
  readonly nivel: number
  readonly naturaleza: string
}

/** What an account held and moved, positive on the side of its nature. */
export interface AccountMovement {
  readonly clave: string
  readonly inicial: string
  readonly debe: string
  readonly haber: string
  readonly final: string
}

/** A CFDI that proves an entry. */
interface EntryProof {
  readonly uuid: string
  readonly rfc: string
  readonly importe: string
  readonly moneda: string
  readonly tipo_cambio: string
}

/** A line of an entry, with the CFDI that somebody said prove it and the money that it tells of. */
interface EntryTransaction {
  readonly clave: string
  readonly nombre: string
  readonly concepto: string
  readonly debe: string
  readonly haber: string
  readonly comprobantes: readonly EntryProof[]
  readonly pagos: readonly EntryPayment[]
}

export interface ReportedEntry {
  readonly folio: string
  readonly fecha: string
  readonly concepto: string
  /** The CFDI that prove all of its lines. */
  readonly comprobantes: readonly EntryProof[]
  readonly transacciones: readonly EntryTransaction[]
}

/** The catalog of accounts (CT). @source SAT, Anexo 24, CatalogoCuentas_1_3.xsd */
export function catalogXml(head: BooksHead, accounts: readonly CatalogAccount[]): string {
  const lines = accounts.map((account) =>
    xmlElement('catalogocuentas:Ctas', {
      CodAgrup: account.codigo,
      NumCta: account.clave,
      Desc: account.nombre.slice(0, MAX_DESCRIPTION),
      SubCtaDe: account.padre,
      Nivel: String(account.nivel),
      Natur: account.naturaleza,
    }),
  )
  return document(['catalogocuentas', 'CatalogoCuentas', 'Catalogo'], headOf(head), lines)
}

const MAX_DESCRIPTION = 400

/** A trial balance, normal (BN) or, with the day of the change, complementary (BC). @source SAT, BalanzaComprobacion_1_3.xsd */
export function balanceXml(
  head: BooksHead,
  of: { readonly rows: readonly AccountMovement[]; readonly changed: string | null },
): string {
  const lines = of.rows.map(({ clave, inicial, debe, haber, final }) =>
    xmlElement('BCE:Ctas', {
      NumCta: clave,
      SaldoIni: inicial,
      Debe: debe,
      Haber: haber,
      SaldoFin: final,
    }),
  )
  const attributes = {
    ...headOf(head),
    TipoEnvio: of.changed === null ? 'N' : 'C',
    FechaModBal: of.changed,
  }
  return document(['BCE', 'BalanzaComprobacion', 'Balanza'], attributes, lines)
}

/** What the entries of a month are reported for. */
export interface EntriesRequest {
  /** AF, FC, DE or CO. */
  readonly solicitud: string
  readonly orden: string | null
  readonly tramite: string | null
}

/** The entries of a month (PL). @source SAT, PolizasPeriodo_1_3.xsd */
export function entriesXml(
  head: BooksHead,
  of: { readonly entries: readonly ReportedEntry[]; readonly request: EntriesRequest },
): string {
  const lines = of.entries.map(({ folio, fecha, concepto, comprobantes, transacciones }) =>
    xmlElement(
      'PLZ:Poliza',
      {
        NumUnIdenPol: folio.slice(0, MAX_FOLIO),
        Fecha: fecha,
        Concepto: concepto.slice(0, MAX_CONCEPT),
      },
      transacciones.map((line) => transaction(line, comprobantes)),
    ),
  )
  const attributes = {
    ...headOf(head),
    TipoSolicitud: of.request.solicitud,
    NumOrden: of.request.orden,
    NumTramite: of.request.tramite,
  }
  return document(['PLZ', 'PolizasPeriodo', 'Polizas'], attributes, lines)
}

const MAX_FOLIO = 50
const MAX_CONCEPT = 300
const MAX_ACCOUNT_NAME = 100
const MAX_LINE_CONCEPT = 200

function transaction(line: EntryTransaction, ofEntry: readonly EntryProof[]): string {
  const own = new Set(line.comprobantes.map(({ uuid }) => uuid))
  const all = [...line.comprobantes, ...ofEntry.filter(({ uuid }) => !own.has(uuid))]
  const proofs = all.map(({ uuid, rfc, importe, ...money }) =>
    xmlElement('PLZ:CompNal', {
      UUID_CFDI: uuid,
      RFC: rfc,
      MontoTotal: importe,
      ...currencyOf(money),
    }),
  )
  const attributes = {
    NumCta: line.clave,
    DesCta: line.nombre.slice(0, MAX_ACCOUNT_NAME),
    Concepto: line.concepto.slice(0, MAX_LINE_CONCEPT),
    Debe: line.debe,
    Haber: line.haber,
  }
  // The schema wants cheques before transfers, and other methods last; an entry tells of one kind of money.
  return xmlElement('PLZ:Transaccion', attributes, [...proofs, ...line.pagos.map(paymentXml)])
}

/** `RFC` + year + month + kind, as the SAT wants the file and the archive around it named. */
export function booksName({ rfc, anio, mes }: BooksHead, kind: string): string {
  return `${rfc}${anio}${mes}${kind}`
}

function headOf({ rfc, anio, mes }: BooksHead): Attributes {
  return { Version: '1.3', RFC: rfc, Mes: mes, Anio: String(anio) }
}

function document(
  [prefix, schema, root]: readonly [string, string, string],
  attributes: Attributes,
  lines: readonly string[],
): string {
  const uri = `${SCHEMAS}/${schema}`
  const head = {
    'xmlns:xsi': XSI,
    'xsi:schemaLocation': `${uri} ${uri}/${schema}_1_3.xsd`,
    [`xmlns:${prefix}`]: uri,
    ...attributes,
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xmlElement(`${prefix}:${root}`, head, lines)}\n`
}
