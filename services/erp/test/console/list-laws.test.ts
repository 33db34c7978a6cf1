import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'
import { eventually } from '@oficina/testkit/eventually.ts'
import { parseCsv, printCsv } from '@oficina/web/csv-text.ts'

import { inParts, runBatch, type BatchProgress } from '../../console/list/batch/batch-run.ts'
import {
  daySpan,
  nameOfSpan,
  SPAN_NAMES,
  spanFacet,
  spanOf,
} from '../../console/list/facets/day-spans.ts'
import { chosenValues, choosing, facetsOf, withFacet } from '../../console/list/facets/facets.ts'
import { withDaysOf, withNamedDays } from '../../console/list/facets/relative-days.ts'
import { moved } from '../../console/list/grid/grid-keys.ts'
import {
  ALL,
  isSelected,
  NOTHING,
  selectedCount,
  withSelected,
} from '../../console/list/grid/selection.ts'
import { parseListQuery, printListQuery, sortedBy } from '../../console/list/list-query.ts'
import {
  MAX_RANGE,
  PAGE_SIZE,
  recordPages,
  type PageRequest,
} from '../../console/list/record-pages.ts'

const name = fc.stringMatching(/^[a-z]{1,8}$/)

test('an address says a list as it is: printed and parsed again it is the same', () => {
  const query = fc.record(
    {
      conditions: fc.array(
        fc.tuple(
          name.map((field) => `f_${field}`),
          fc.string(),
        ),
      ),
      alternatives: fc.array(fc.string({ minLength: 1 })),
      search: fc.string(),
      sort: fc.array(
        fc.record({ field: name, isDescending: fc.boolean() }, { noNullPrototype: true }),
      ),
      groupBy: fc.array(name),
    },
    { noNullPrototype: true },
  )
  fc.assert(fc.property(query, (one) => assert.deepEqual(parseListQuery(printListQuery(one)), one)))
})

test('a title sorts up, down and not at all; with others it keeps its place among them', () => {
  const one = sortedBy([], 'a', { withOthers: false })
  assert.deepEqual(one, [{ field: 'a', isDescending: false }])
  const two = sortedBy(one, 'b', { withOthers: true })
  assert.deepEqual(sortedBy(two, 'a', { withOthers: true })[0], { field: 'a', isDescending: true })
  const down = sortedBy(sortedBy(two, 'a', { withOthers: true }), 'a', { withOthers: true })
  assert.deepEqual(down, [{ field: 'b', isDescending: false }])
})

test('conditions on one field are one facet, and changing it leaves the others in their order', () => {
  const conditions = [
    ['a', '1'],
    ['b__gte', '2'],
    ['c', '3'],
    ['b__lte', '4'],
  ] as const
  assert.deepEqual(
    facetsOf(conditions).map(({ path }) => path),
    ['a', 'b', 'c'],
  )
  const changed = withFacet({ conditions }, { path: 'b', conditions: [['b', '9']] })
  assert.deepEqual(changed.conditions, [
    ['a', '1'],
    ['b', '9'],
    ['c', '3'],
  ])
  const values = fc.uniqueArray(name)
  fc.assert(
    fc.property(values, (some) => assert.deepEqual(chosenValues(choosing('x', some)), some)),
  )
})

test('a named span of days is found again by its days, and a kept view has the days of whoever opens it', () => {
  const day = fc
    .date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  fc.assert(
    fc.property(day, fc.constantFrom(...SPAN_NAMES), (today, span) => {
      const { from, to } = daySpan(span, today)
      assert.ok(from <= to)
      const found = nameOfSpan({ from, to }, today)
      assert.deepEqual(found === undefined ? undefined : daySpan(found, today), { from, to })
      for (const kind of ['day', 'instant'] as const) {
        assert.deepEqual(spanOf(spanFacet('f', { from, to }, kind)), { from, to })
      }
    }),
  )
  assert.deepEqual(daySpan('thisWeek', '2026-11-22'), { from: '2026-11-16', to: '2026-11-22' })
  assert.deepEqual(daySpan('lastMonth', '2026-03-31'), { from: '2026-02-01', to: '2026-02-28' })
  const columns = [{ name: 'fecha', type: 'date' }]
  const query = parseListQuery(
    new URLSearchParams('fecha__gte=2026-11-01&fecha__lte=2026-11-30&sort=-fecha'),
  )
  const kept = withNamedDays(query, columns, '2026-11-22')
  assert.match(kept, /fecha=%40thisMonth/)
  assert.deepEqual(withDaysOf(kept, columns, '2026-12-05').conditions, [
    ['fecha__gte', '2026-12-01'],
    ['fecha__lte', '2026-12-31'],
  ])
})

test('records are chosen one by one, or all but some', () => {
  const some = withSelected(withSelected(NOTHING, [1, 2, 3], true), [2], false)
  assert.deepEqual(
    [isSelected(some, 1), isSelected(some, 2), selectedCount(some, 10)],
    [true, false, 2],
  )
  const most = withSelected(ALL, [2], false)
  assert.deepEqual(
    [isSelected(most, 1), isSelected(most, 2), selectedCount(most, 10)],
    [true, false, 9],
  )
  assert.equal(selectedCount(withSelected(most, [2], true), 10), 10)
})

test('no key leaves the grid', () => {
  const extent = { rows: 7, columns: 3, page: 4 }
  const keys = fc.constantFrom(
    'ArrowDown',
    'ArrowUp',
    'ArrowLeft',
    'ArrowRight',
    'PageUp',
    'PageDown',
    'Home',
    'End',
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(keys, fc.boolean())), (pressed) => {
      let place = { row: 0, column: 0 }
      for (const [key, isControl] of pressed)
        place = moved(place, { key, isControl }, extent) ?? place
      assert.ok(place.row >= 0 && place.row < 7 && place.column >= -1 && place.column < 3)
    }),
  )
})

test('rows printed as CSV are read as they were', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'ñ', '"', ',', ';', '\n', ' ', '\t') })
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 })
  fc.assert(
    fc.property(rows, (some) => {
      // The first line decides which sign separates.
      const all = [['x', 'y', 'z'], ...some]
      assert.deepEqual(parseCsv(printCsv(all)), all)
    }),
  )
  assert.deepEqual(parseCsv('a;b\n1,5;2\n'), [
    ['a', 'b'],
    ['1,5', '2'],
  ])
})

test('pages are loaded where somebody looks, steps by where the page before ended, and the total once', async () => {
  const asked: PageRequest[] = []
  const pages = recordPages({
    load: (request) => {
      asked.push(request)
      return Promise.resolve({
        rows: Array.from({ length: PAGE_SIZE }, (_row, index) => ({
          id: (request.page - 1) * PAGE_SIZE + index,
        })),
        after: `after ${request.page}`,
        total: request.withTotal ? 100_000 : undefined,
      })
    },
    onChange: () => undefined,
  })
  pages.want(0, 30)
  await eventually('row 5', () => pages.row(5))
  assert.equal(pages.total, 100_000)
  pages.want(90, 130)
  await eventually('row 120', () => pages.row(120))
  pages.want(70_000, 70_030)
  await eventually('row 70_010', () => pages.row(70_010))
  assert.deepEqual(
    asked.map(({ page, after, withTotal }) => [page, after, withTotal]),
    [
      [1, undefined, true],
      [2, 'after 1', false],
      [701, undefined, false],
    ],
  )
  const ids = await pages.idsOf(250, 460)
  assert.deepEqual([ids.length, ids[0], ids.at(-1)], [211, 250, 460])
  assert.equal((await pages.idsOf(0, 90_000)).length, MAX_RANGE)
  pages.replace({ id: 120, name: 'changed' })
  assert.deepEqual(pages.row(120), { id: 120, name: 'changed' })
  pages.stop()
})

test('a batch tells each refusal, and goes on; what is stopped stays as it is', async () => {
  const told: BatchProgress[] = []
  const abort = new AbortController()
  const run = (ids: readonly number[]) =>
    Promise.resolve(ids.map((id) => ({ id, ok: id % 3 !== 0, reason: 'no' })))
  const onProgress = (progress: BatchProgress) => void told.push(progress)
  await runBatch({
    parts: inParts([1, 2, 3, 4, 5, 6, 7], 3),
    run,
    onProgress,
    signal: abort.signal,
  })
  assert.deepEqual(
    told.map(({ state, done, succeeded }) => [state, done, succeeded]),
    [
      ['running', 3, 2],
      ['running', 6, 4],
      ['running', 7, 5],
      ['done', 7, 5],
    ],
  )
  abort.abort()
  await runBatch({ parts: inParts([1], 3), run, onProgress, signal: abort.signal })
  assert.equal(told.at(-1)?.state, 'cancelled')
})
