import type { Tx } from '@oficina/kit/database.ts'

import { numberSource, takeNumbers } from '../../../store/counter-store.ts'
import { findTakenFolios, type EntryRule } from '../../../store/journal-store.ts'
import type { EmpresaId } from '../../../store/tenant-database.ts'

/** Where an entry's folio comes from: the type of entry, when its numbering begins again, and the day. */
export interface FolioSeries {
  readonly tipo: string
  readonly reinicia: EntryRule['reinicia']
  readonly fecha: string
}

/** Hands out the folios in the order of the series that they were taken for. */
export interface EntryFolios {
  next(): string
}

// Folios that people gave to entries by hand are skipped; more than this many in a row and something else is wrong.
const MAX_ROUNDS = 50
const DIGITS = 5

/**
 * Takes one folio for each series given, such as `DI-2603-00001`: consecutive within a series, without gaps, since the
 * counter is part of the transaction.
 */
export async function takeEntryFolios(
  tx: Tx,
  empresa: EmpresaId,
  series: readonly FolioSeries[],
): Promise<EntryFolios> {
  const prefixes = series.map(prefixOf)
  let folios = await takeOnce(tx, empresa, prefixes)
  for (let round = 0; round < MAX_ROUNDS && folios.length > 0; round += 1) {
    const taken = await findTakenFolios(tx, empresa, folios)
    if (taken.size === 0) break
    folios = await replaceTaken(tx, empresa, { prefixes, folios, taken })
  }
  const remaining = folios.values()
  return {
    next: () => {
      const folio = remaining.next()
      if (folio.done === true) throw new Error('more entries than folios')
      return folio.value
    },
  }
}

function prefixOf({ tipo, reinicia, fecha }: FolioSeries): string {
  switch (reinicia) {
    case 'mensual':
      return `${tipo}-${fecha.slice(2, 4)}${fecha.slice(5, 7)}-`
    case 'anual':
      return `${tipo}-${fecha.slice(2, 4)}-`
    case 'nunca':
      return `${tipo}-`
  }
}

async function takeOnce(
  tx: Tx,
  empresa: EmpresaId,
  prefixes: readonly string[],
): Promise<readonly string[]> {
  const counts = new Map<string, number>()
  for (const prefix of prefixes) {
    const counter = counterOf(prefix)
    counts.set(counter, (counts.get(counter) ?? 0) + 1)
  }
  const numbers = numberSource(await takeNumbers(tx, empresa, counts))
  return prefixes.map((prefix) => prefix + String(numbers(counterOf(prefix))).padStart(DIGITS, '0'))
}

function counterOf(prefix: string): string {
  return `folio:poliza:${prefix}`
}

async function replaceTaken(
  tx: Tx,
  empresa: EmpresaId,
  {
    prefixes,
    folios,
    taken,
  }: {
    readonly prefixes: readonly string[]
    readonly folios: readonly string[]
    readonly taken: ReadonlySet<string>
  },
): Promise<readonly string[]> {
  const missing = prefixes.filter((_, index) => taken.has(folios[index] ?? ''))
  const replacements = (await takeOnce(tx, empresa, missing)).values()
  return folios.map((folio) => (taken.has(folio) ? (replacements.next().value ?? folio) : folio))
}
