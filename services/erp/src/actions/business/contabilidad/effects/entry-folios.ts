import type { Tx } from '@oficina/kit/database.ts'

import type { EntryRule } from '../../../../store/journal-store.ts'
import {
  folioCounter,
  folioOf,
  lockCounters,
  numberSource,
  takeEntryNumbers,
} from '../../../../store/numbers/counter-store.ts'
import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** Where an entry's folio comes from: the type of entry, when its numbering restarts, and the day. */
export interface FolioSeries {
  readonly tipo: string
  readonly reinicia: EntryRule['reinicia']
  readonly fecha: string
}

export interface Numbering {
  readonly numbers: (counter: string) => number
  /** Gives the folio of the next entry, in the order of the series for which numbers were taken. */
  readonly nextFolio: () => string
}

// Folios that people typed into entries are skipped; more than this many in a row means that something else is wrong.
const MAX_ROUNDS = 50

/**
 * Takes the numbers of everything that an action writes, and a folio such as `DI-2603-00001` for each entry:
 * consecutive within a series, without gaps, since the counters are part of the transaction.
 */
export async function takeNumbering(
  tx: Tx,
  empresa: EmpresaId,
  wanted: {
    readonly counters: ReadonlyMap<string, number>
    readonly series: readonly FolioSeries[]
  },
): Promise<Numbering> {
  const prefixes = wanted.series.map(prefixOf)
  await lockCounters(tx, empresa)
  const { ranges, taken } = await takeEntryNumbers(tx, empresa, {
    counters: wanted.counters,
    series: countsOf(prefixes),
  })
  const numbers = numberSource(ranges)
  const folios = prefixes.map((prefix) => folioOf(prefix, numbers(folioCounter(prefix))))
  const free = await replaceTaken(tx, empresa, { prefixes, folios, taken })
  const remaining = free.values()
  return {
    numbers,
    nextFolio: () => {
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

function countsOf(prefixes: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const prefix of prefixes) counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
  return counts
}

async function replaceTaken(
  tx: Tx,
  empresa: EmpresaId,
  details: {
    readonly prefixes: readonly string[]
    readonly folios: readonly string[]
    readonly taken: ReadonlySet<string>
  },
): Promise<readonly string[]> {
  let { folios, taken } = details
  for (let round = 0; round < MAX_ROUNDS && taken.size > 0; round += 1) {
    const found = taken
    const missing = details.prefixes.filter((_, index) => found.has(folios[index] ?? ''))
    const more = await takeEntryNumbers(tx, empresa, {
      counters: new Map(),
      series: countsOf(missing),
    })
    const numbers = numberSource(more.ranges)
    folios = folios.map((folio, index) => {
      const prefix = details.prefixes[index] ?? ''
      return found.has(folio) ? folioOf(prefix, numbers(folioCounter(prefix))) : folio
    })
    taken = more.taken
  }
  return folios
}
