import type { Model, Registry } from '../../dictionary/types.ts'
import { decimal, isZero } from '../../fiscal/decimal.ts'
import type { FieldValue } from '../../query/field-value.ts'
import type { ArticleTax } from '../../store/records/line-tax-store.ts'
import {
  namesRfcSql,
  storedPartiesSql,
  taxPartiesSql,
  type PartyField,
  type StoredParties,
  type TaxParty,
} from '../../store/tax-party-store.ts'
import type { EmpresaId } from '../../store/tenant-database.ts'
import type { Read } from '../sign-in/new-password.ts'

type Values = ReadonlyMap<string, FieldValue | null>

interface Reading {
  readonly registry: Registry
  readonly empresa: EmpresaId
  readonly read: Read
}

interface TradedDocument {
  readonly model: Model
  readonly id: string | null
  readonly values: Values
}

/** Who sells and who pays, by their RFC, and what is withheld of that party unless an article says otherwise. */
export interface Traders {
  readonly issuer: string
  readonly receiver: string
  readonly withheld: readonly Omit<ArticleTax, 'articulo'>[]
}

// Of companies; those of people have one more, as have the generic ones.
const COMPANY_RFC_LENGTH = 12
const [ISR, IVA] = ['001', '002']

/**
 * The taxes of a line of a document: those of its article, and what the receiver withholds. IVA and ISR are withheld by
 * companies alone, ISR of people alone; what an article says comes before what the group of the party says.
 * @param traders undefined: they are not known, and the article says all
 * @source docs/decisions/0240-erp-documents.md
 */
export function withWithheld(
  own: readonly ArticleTax[],
  traders: Traders | undefined,
): readonly ArticleTax[] {
  if (traders === undefined) return own
  const taxes = own.filter((tax) => tax.tipo === 'traslado' || mayWithhold(tax, traders))
  const articulo = own[0]?.articulo ?? ''
  const isSaid = (clave: string) =>
    own.some((tax) => tax.tipo === 'retencion' && tax.clave === clave)
  const added = traders.withheld.filter(
    (tax) =>
      !isSaid(tax.clave) && mayWithhold(tax, traders) && (tax.clave !== IVA || bearsIva(own)),
  )
  return [...taxes, ...added.map((tax) => ({ ...tax, articulo }))]
}

function mayWithhold({ clave }: Pick<ArticleTax, 'clave'>, { issuer, receiver }: Traders): boolean {
  if (clave !== ISR && clave !== IVA) return true
  if (receiver.length !== COMPANY_RFC_LENGTH) return false
  return clave === IVA || issuer.length !== COMPANY_RFC_LENGTH
}

function bearsIva(taxes: readonly ArticleTax[]): boolean {
  return taxes.some(
    ({ tipo, clave, tasa }) =>
      tipo === 'traslado' && clave === IVA && tasa !== null && !isZero(decimal(tasa)),
  )
}

/** The parties of documents, those of a line's document for a line; undefined where a document has none. */
export async function tradersOfDocuments(
  reading: Reading,
  documents: readonly TradedDocument[],
): Promise<readonly (Traders | undefined)[]> {
  const heads = documents.map((document) => headOf(reading.registry, document))
  const stored = await storedParties(reading, heads)
  const parties = heads.map((head) => {
    if (head === undefined || head.values !== null) return head?.values ?? undefined
    return stored.get(`${head.model.name} ${head.id}`)
  })
  const rfcs = await rfcsOfNames(reading, parties)
  const found = await tradersOf(reading, heads, parties)
  return heads.map((head, i) => {
    const party = parties[i]
    const traders = head === undefined ? undefined : found.get(`${head.field} ${party?.tercero}`)
    const rfc = rfcs.get(party?.razon_social ?? '')
    return traders === undefined || rfc === undefined ? traders : { ...traders, receiver: rfc }
  })
}

interface Head {
  readonly model: Model
  readonly field: PartyField
  readonly id: string | null
  /** Null: they are stored. */
  readonly values: Omit<StoredParties, 'id'> | null
}

function headOf(registry: Registry, { model, id, values }: TradedDocument): Head | undefined {
  const field = partyField(model)
  if (field !== undefined) {
    const tercero = textOf(values, field)
    const own = { tercero, razon_social: nameOf(model, values) }
    return { model, field, id, values: tercero === null && id !== null ? null : own }
  }
  const [above] = model.heads
  const head = registry.models.get(above?.model ?? '')
  const headField = head === undefined ? undefined : partyField(head)
  if (above === undefined || head === undefined || headField === undefined) return undefined
  return { model: head, field: headField, id: textOf(values, above.lines.field), values: null }
}

function partyField(model: Model): PartyField | undefined {
  return (['cliente', 'proveedor'] as const).find((name) => model.fieldByName.has(name))
}

function hasName(model: Model): boolean {
  return model.references.some(({ target }) => target === 'ClienteRazonSocial')
}

function nameOf(model: Model, values: Values): string | null {
  return hasName(model) ? textOf(values, 'razon_social') : null
}

async function storedParties(
  { empresa, read }: Reading,
  heads: readonly (Head | undefined)[],
): Promise<ReadonlyMap<string, StoredParties>> {
  const found = new Map<string, StoredParties>()
  const asked = heads.filter((head) => head !== undefined && head.values === null)
  for (const [model, same] of Map.groupBy(asked, (head) => head?.model)) {
    const field = model === undefined ? undefined : partyField(model)
    if (model === undefined || field === undefined) continue
    const ids = [...new Set(same.flatMap((head) => head?.id ?? []))]
    const details = { model, field, hasName: hasName(model), ids }
    const rows = await read<StoredParties>(storedPartiesSql(empresa, details))
    for (const row of rows) found.set(`${model.name} ${row.id}`, row)
  }
  return found
}

type Parties = readonly (Omit<StoredParties, 'id'> | undefined)[]

async function rfcsOfNames(
  { empresa, read }: Reading,
  parties: Parties,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(parties.flatMap((party) => party?.razon_social ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await read<{ id: string; rfc: string }>(namesRfcSql(empresa, ids))
  return new Map(rows.map(({ id, rfc }) => [id, rfc]))
}

/** By field and id. */
async function tradersOf(
  { empresa, read }: Reading,
  heads: readonly (Head | undefined)[],
  parties: Parties,
): Promise<ReadonlyMap<string, Traders>> {
  const found = new Map<string, Traders>()
  for (const field of ['cliente', 'proveedor'] as const) {
    const own = parties.flatMap((party, i) =>
      heads[i]?.field === field ? (party?.tercero ?? []) : [],
    )
    if (own.length === 0) continue
    const ids = [...new Set(own)]
    const rows = await read<TaxParty>(taxPartiesSql(empresa, { field, ids }))
    for (const [id, same] of Map.groupBy(rows, (row) => row.id)) {
      const [{ rfc, propio } = { rfc: '', propio: '' }] = same
      const [issuer, receiver] = field === 'cliente' ? [propio, rfc] : [rfc, propio]
      found.set(`${field} ${id}`, { issuer, receiver, withheld: same.flatMap(withheldOf) })
    }
  }
  return found
}

function withheldOf({ impuesto, clave, factor, tasa_cuota, tasa }: TaxParty): Traders['withheld'] {
  if (impuesto === null || clave === null || factor === null) return []
  return [{ impuesto, clave, tipo: 'retencion', factor, tasa_cuota, tasa }]
}

function textOf(values: Values, name: string): string | null {
  const value = values.get(name) ?? null
  return value === null ? null : String(value)
}
