import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { environment, median } from '../documents/report.ts'
import { startErp, type ErpUnderTest } from './erp-under-test.ts'
import { insertSearchRows } from './search-rows.ts'

// What people type, over 100,000 customers and 100,000 sales of one company, one request after the other:
// `npm run bench erp/search`. It fails where a median is above the limit and, on a machine that has other work, above so
// many times the yardstick: a page of the same list without words, with its exact total.
const ROWS = Number(process.env['ROWS'] ?? 100_000)
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 10)
const LIMIT_MS = 20
const LIMIT_TIMES = 3
const BOTH = '/search?modelos=Cliente,Venta&similar=true&q='
const LIST = '/Cliente?similar=true&fields=clave,razon_social,rfc&q='

interface Case {
  readonly name: string
  /** Asked in turn, so that no answer is that of the request before. */
  readonly paths: readonly string[]
  /** Whether the answer shows what is near instead. */
  readonly isSimilar: boolean
}

function asked(name: string, prefix: string, texts: readonly string[], isSimilar = false): Case {
  return { name, paths: texts.map((text) => prefix + encodeURIComponent(text)), isSimilar }
}

const CASES: readonly Case[] = [
  {
    name: 'yardstick: a page without words',
    paths: ['/Cliente?fields=clave,razon_social,rfc&sort=clave'],
    isSimilar: false,
  },
  asked('list, one word', LIST, ['hernandez', 'núñez', 'ferretería', 'zaragoza', 'abarrotes']),
  asked('list, two words', LIST, [
    'ferreteria hernandez',
    'óptica núñez',
    'hotel urbina',
    'fletes garcía',
  ]),
  asked('search, one word', BOTH, ['hernandez', 'núñez', 'ferretería', 'zaragoza', 'abarrotes']),
  asked('search, an amount', BOTH, ['$1,346.23', '79.19', '1,583.80', '395.95']),
  asked("search, a folio's end", BOTH, ['4711', '99999', '01234', 'V-777', '50505']),
  asked('search, the first of a UUID', BOTH, ['c4ca4238', 'c81e728d', 'eccbc87e']),
  asked(
    'list, a name with a wrong letter',
    LIST,
    ['hernadez', 'nuñes', 'ferreteira', 'zaragosa', 'abarotes'],
    true,
  ),
  asked(
    'search, two names with wrong letters',
    BOTH,
    ['ferreteira hernadez', 'optcia nuñes', 'fletes garxia', 'papeleira zarragoza'],
    true,
  ),
]

const erp = await startErp()
try {
  await insertSearchRows(erp.db, ROWS)
  const measured = new Map<string, number[]>()
  // Turn by turn, so that whatever else the machine does falls on all of them alike; the first turn warms up.
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const one of CASES) {
      const times = await timesOf(erp, one)
      if (round >= 0) measured.set(one.name, [...(measured.get(one.name) ?? []), ...times])
    }
  }
  const yardstickMs = median(measured.get(CASES[0]?.name ?? '') ?? [])
  const cases = [...measured].map(([name, times]) => {
    const medianMs = median(times)
    return {
      name,
      medianMs: rounded(medianMs),
      slowestMs: rounded(Math.max(...times)),
      timesTheYardstick: rounded(medianMs / yardstickMs),
    }
  })
  const result = {
    what: `${ROWS} Cliente and ${ROWS} Venta of one company, one request after the other over HTTP`,
    ...environment(),
    limitMs: LIMIT_MS,
    limitTimes: LIMIT_TIMES,
    rounds: ROUNDS,
    cases,
  }
  writeFileSync(
    resolve(import.meta.dirname, '../results/erp-search.json'),
    `${JSON.stringify(result, null, 2)}\n`,
  )
  console.table(cases)
  const slow = cases.filter(
    ({ medianMs, timesTheYardstick }) => medianMs > LIMIT_MS && timesTheYardstick > LIMIT_TIMES,
  )
  if (slow.length > 0) {
    console.error(
      `above ${LIMIT_MS} ms and ${LIMIT_TIMES} times the yardstick: ${slow.map(({ name }) => name).join('; ')}`,
    )
    process.exitCode = 1
  }
} finally {
  await erp.stop()
}

/** Milliseconds of each request, whose answer is proven to show something, and what it should. */
async function timesOf(
  { authorization, base }: ErpUnderTest,
  { isSimilar, name, paths }: Case,
): Promise<readonly number[]> {
  const times: number[] = []
  for (const path of paths) {
    const startedMs = performance.now()
    const answer = await fetch(base + path, { headers: { authorization } })
    const { data, meta } = (await answer.json()) as { data: unknown[]; meta: { similar?: string } }
    times.push(performance.now() - startedMs)
    if (data.length === 0 || (meta.similar !== undefined) !== isSimilar) {
      throw new Error(`${name}: ${path} answered ${JSON.stringify({ data, meta }).slice(0, 300)}`)
    }
  }
  return times
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
