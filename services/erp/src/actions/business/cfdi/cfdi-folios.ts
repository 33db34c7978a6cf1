import type { Tx } from '@oficina/kit/database.ts'

import { apiError } from '../../../errors.ts'
import { CFDI_FOLIOS_USED_UP } from '../../../messages/issuing.ts'
import { takeOfCounter, takeOfSeries } from '../../../store/numbers/series-store.ts'
import type { EmpresaId } from '../../../store/tenant-database.ts'
import { findCfdiSeries, findUsedFolios, type CfdiSeries } from './store/cfdi-folio-store.ts'

/** Serie and Folio of a CFDI. */
export interface CfdiFolio {
  readonly serie: string
  readonly folio: string
}

export interface FolioWanted {
  /** A key of c_TipoDeComprobante. */
  readonly tipo: string
  readonly sucursal: string | null
  /** `YYYY-MM-DD` of the document. */
  readonly fecha: string
}

// Somebody typed numbers of the series into other CFDI; more rounds than this mean that something else is wrong.
const MAX_ROUNDS = 20

/**
 * Numbers CFDI by the company's series, within their own transaction, so that there is no gap: from here to its end other
 * writers of the same series wait. Answers in the order of what is wanted.
 * @throws ApiError CONFIGURATION_INCOMPLETE when a series has no number left
 */
export async function takeCfdiFolios(
  tx: Tx,
  empresa: EmpresaId,
  of: { readonly wanted: readonly FolioWanted[]; readonly now: string },
): Promise<readonly CfdiFolio[]> {
  const { wanted, now } = of
  const kinds = new Map(wanted.map((one) => [kindOf(one), one]))
  const series = await findCfdiSeries(tx, empresa, [...kinds.values()])
  const byKind = new Map(series.map((one) => [kindOf(one), one]))
  const groups = Map.groupBy(wanted.keys(), (index) => {
    const one = wanted[index]
    return one === undefined ? '' : sourceKey(one, byKind.get(kindOf(one)))
  })
  const found: CfdiFolio[] = []
  // In one order for everybody, so that no two transactions wait for each other.
  for (const [, indexes] of [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const first = wanted[indexes[0] ?? 0]
    if (first === undefined) continue
    const source = sourceOf(first, byKind.get(kindOf(first)))
    const folios = await takeFree(tx, empresa, { source, count: indexes.length, now })
    for (const [i, index] of indexes.entries()) {
      const folio = folios[i]
      if (folio !== undefined) found[index] = folio
    }
  }
  return found
}

function kindOf({ tipo, sucursal }: Pick<FolioWanted, 'tipo' | 'sucursal'>): string {
  return `${tipo} ${sucursal ?? ''}`
}

function sourceKey(wanted: FolioWanted, series: CfdiSeries | undefined): string {
  const { counter, serie } = sourceOf(wanted, series)
  return `${counter ?? `serie ${series?.id}`} ${serie}`
}

/** Where numbers come from: a series, or a counter of the company. */
interface Source {
  readonly serie: string
  readonly digits: number
  readonly series: CfdiSeries | undefined
  /** Undefined: the series itself counts. */
  readonly counter: string | undefined
}

/** What CFDI are numbered by in a company that has no series for them. */
const PLAIN_SERIES: Readonly<Record<string, string>> = { I: 'F', E: 'NC', P: 'P', T: 'T' }

function sourceOf({ tipo, fecha }: FolioWanted, series: CfdiSeries | undefined): Source {
  if (series === undefined) {
    const serie = PLAIN_SERIES[tipo] ?? tipo
    return { serie, digits: 1, series, counter: `folio:cfdi:${serie}` }
  }
  const { clave, id, longitud, reinicio } = series
  const digits = longitud ?? 1
  switch (reinicio) {
    case 'nunca':
      return { serie: clave, digits, series, counter: undefined }
    case 'anual': {
      const period = fecha.slice(2, 4)
      return { serie: clave + period, digits, series, counter: `serie:${id}:${period}` }
    }
    case 'mensual': {
      const period = fecha.slice(2, 4) + fecha.slice(5, 7)
      return { serie: clave + period, digits, series, counter: `serie:${id}:${period}` }
    }
  }
}

interface Taking {
  readonly source: Source
  readonly count: number
  readonly now: string
}

async function takeFree(
  tx: Tx,
  empresa: EmpresaId,
  { source, count, now }: Taking,
): Promise<readonly CfdiFolio[]> {
  const free: CfdiFolio[] = []
  for (let round = 0; round < MAX_ROUNDS && free.length < count; round += 1) {
    const missing = count - free.length
    const first = await takeNumbers(tx, empresa, { source, count: missing, now })
    const folios = Array.from({ length: missing }, (_, i) => ({
      serie: source.serie,
      folio: String(first + BigInt(i)).padStart(source.digits, '0'),
    }))
    const used = new Set((await findUsedFolios(tx, empresa, folios)).map(({ folio }) => folio))
    free.push(...folios.filter(({ folio }) => !used.has(folio)))
  }
  if (free.length < count) throw usedUp(source)
  return free
}

async function takeNumbers(
  tx: Tx,
  empresa: EmpresaId,
  { source, count, now }: Taking,
): Promise<bigint> {
  const { counter, series } = source
  if (series !== undefined && counter === undefined) {
    const first = await takeOfSeries(tx, empresa, { id: series.id, count, above: '0', now })
    if (first === undefined) throw usedUp(source)
    return first
  }
  const above = String(BigInt(series?.inicial ?? '1') - 1n)
  const first = await takeOfCounter(tx, empresa, { counter: counter ?? '', count, above })
  const last = first + BigInt(count) - 1n
  const final = series?.final ?? null
  if (final !== null && last > BigInt(final)) throw usedUp(source)
  return first
}

function usedUp({ serie, series }: Source) {
  const message = CFDI_FOLIOS_USED_UP({ series: serie, last: series?.final ?? null })
  return apiError('CONFIGURATION_INCOMPLETE', message, 'serie')
}
