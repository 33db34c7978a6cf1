import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'

import { banner } from '../banner.ts'
import { SERVICES } from '../service-list.ts'
import { TerminalScreen } from '../terminal-screen.ts'

const COLUMNS = 80
const ROWS = 24
const UP = '\u001B[1A'
const CLEAR = '\u001B[2K'

/** A terminal that keeps what a person would see, and knows no more than the screen may ask of it. */
function terminal(columns = COLUMNS) {
  const rows = ['']
  return {
    columns,
    write: (text: string) => {
      const marked = text.replaceAll(UP, '\n^').replaceAll(CLEAR, '\n$')
      for (const [at, piece] of marked.split(/(\n\^|\n\$|\n)/).entries()) {
        if (at % 2 === 0) rows[rows.length - 1] += stripVTControlCharacters(piece)
        else if (piece === '\n') rows.push('')
        else if (piece === '\n^') rows.pop()
        else rows[rows.length - 1] = ''
      }
    },
    rows: () => rows.slice(0, -1).map((row) => row.replace(/^\[\d\d:\d\d:\d\d\] /, '')),
  }
}

function record(service: string, fields: Readonly<Record<string, unknown>>): string {
  const time = '2026-03-02T15:00:00.000Z'
  return JSON.stringify({ level: 30, time, service, ...fields })
}

function step(done: number, service = 'erp', total = 4_000): string {
  return record(service, { progress: { step: 'creating tables', done, total }, msg: `at ${done}` })
}

test('a record is one line, and text that is no record stands as it is', () => {
  const seen = terminal()
  const screen = new TerminalScreen(seen)
  screen.record(record('chat', { people: 3, msg: 'the demonstration is loaded' }))
  screen.record('Warning: something of Node’s')
  screen.record('{ no record')
  assert.deepEqual(seen.rows(), [
    'INFO: chat: the demonstration is loaded {"people":3}',
    'Warning: something of Node’s',
    '{ no record',
  ])
})

test('that a service listens is left to the banner', () => {
  const seen = terminal()
  new TerminalScreen(seen).record(record('erp', { msg: 'erp listens on http://127.0.0.1:3001' }))
  assert.deepEqual(seen.rows(), [])
})

test('a long step is one line that is written anew, below what else is told', () => {
  const seen = terminal()
  const screen = new TerminalScreen(seen)
  screen.record(step(0))
  screen.record(record('chat', { msg: 'hello' }))
  screen.record(step(1_000))
  screen.print('the banner')
  assert.deepEqual(seen.rows(), [
    'INFO: chat: hello',
    'the banner',
    '  erp: creating tables █████░░░░░░░░░░░░░░░  25 %  1,000 of 4,000',
  ])
})

test('a step that is done leaves its last record, and one of a service that ended nothing', () => {
  const seen = terminal()
  const screen = new TerminalScreen(seen)
  screen.record(step(1_000))
  screen.record(step(500, 'chat'))
  screen.record(step(4_000))
  assert.deepEqual(seen.rows(), [
    'INFO: erp: at 4000',
    '  chat: creating tables ███░░░░░░░░░░░░░░░░░  12 %  500 of 4,000',
  ])
  screen.forget('chat')
  assert.deepEqual(seen.rows(), ['INFO: erp: at 4000'])
})

test('the line of a step never wraps', () => {
  const seen = terminal(40)
  new TerminalScreen(seen).record(step(1_000))
  assert.equal(seen.rows()[0]?.length, 39)
})

test('the banner and a step fit a terminal of 80 columns and 24 rows', () => {
  const secrets = {
    documentsApiKey: 'K'.repeat(24),
    erpPassword: 'P'.repeat(12),
    chatPassword: 'P'.repeat(12),
    chatApiKey: 'C'.repeat(32),
    chatBotApiKey: 'B'.repeat(32),
  }
  const parts = SERVICES.map((service) =>
    service.describe({
      url: `http://127.0.0.1:${service.defaultPort}`,
      dataDir: '/srv/oficina/.data',
      secrets,
      environment: {},
      beside: new Map(),
    }),
  )
  const lines = banner(parts, '/srv/oficina/.data').split('\n')
  assert.deepEqual(
    lines.filter((line) => line.length > COLUMNS),
    [],
  )
  // One row for the step that is under way, one for the cursor.
  assert.ok(lines.length + 2 <= ROWS, `${lines.length} lines`)
})
