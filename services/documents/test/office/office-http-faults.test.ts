import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

import { docx, table } from '../docx/docx-fixture.ts'
import { codeOf, KEY } from '../http-fixture.ts'
import { eventually } from './office-fixture.ts'
import { assertPdf, isRunning, officeService } from './office-service.ts'
import { wordsOfPages } from './pdf-fixture.ts'

// Deep: it kills offices and lets conversions take longer than they may.

// Beside much else a conversion takes seconds; this service is as patient as its slow documents are long.
const TIMEOUT_MS = 4_000
const { documents, pdf, withOffice, officePids, signalOffice, leftovers } =
  officeService(TIMEOUT_MS)

const slowRows = (rows: number) => ({
  filas: Array.from({ length: rows }, (_, index) => ({ a: `${index}` })),
})

test(
  'an office that is killed in the middle of a conversion costs at most that request',
  withOffice(async () => {
    assertPdf(await pdf('hola'))
    // It stands still, so that it is always in the middle.
    await signalOffice('SIGSTOP')
    const converting = pdf('hola')
    await eventually(async () => (await leftovers()).length > 0)
    await signalOffice('SIGKILL')
    assertPdf(await converting)
    assertPdf(await pdf('hola'))
    assert.deepEqual(await leftovers(), [])
  }),
)

test(
  'an office that hangs is 500 CONVERSION_ERROR at OFFICE_TIMEOUT_MS, and the queue goes on',
  withOffice(async () => {
    assertPdf(await pdf('hola'))
    const stopped = await officePids()
    await signalOffice('SIGSTOP')
    const [hanging, next] = await Promise.all([pdf('hola'), pdf('hola')])
    assert.deepEqual([hanging.status, codeOf(hanging)], [500, 'CONVERSION_ERROR'])
    assert.deepEqual(hanging.json.error.details, { reason: 'timeout', timeoutMs: TIMEOUT_MS })
    assertPdf(next)
    for (const pid of stopped) assert.equal(await isRunning(pid), false, 'the whole group is gone')
    assert.deepEqual(await leftovers(), [])
  }),
)

test(
  'a conversion that takes longer than OFFICE_TIMEOUT_MS is ended too',
  withOffice(async () => {
    await documents().upload('lenta', docx(table(['{#filas}{a}', 'x', 'y', 'z{/filas}'])))
    const startedMs = performance.now()
    const answer = await pdf('lenta', slowRows(12_000))
    assert.deepEqual([answer.status, codeOf(answer)], [500, 'CONVERSION_ERROR'])
    assert.equal(answer.json.error.details.reason, 'timeout')
    assert.ok(performance.now() - startedMs > TIMEOUT_MS - 100)
    assertPdf(await pdf('hola'))
  }),
)

test(
  'of 50 conversions at once, half of whose clients go away, the others are answered',
  withOffice(async () => {
    const controllers = Array.from({ length: 50 }, () => new AbortController())
    const answers = controllers.map(({ signal }, index) =>
      fetch(`${documents().client.baseUrl}/render`, {
        method: 'POST',
        signal,
        headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
        body: JSON.stringify({ slug: 'hola', data: { nombre: `${index}` }, format: 'pdf' }),
      }).then(
        async (answer) => ({
          status: answer.status,
          bytes: Buffer.from(await answer.arrayBuffer()),
        }),
        () => undefined,
      ),
    )
    await eventually(async () => (await leftovers()).length > 0)
    for (const [index, controller] of controllers.entries()) if (index % 2 === 1) controller.abort()
    for (const [index, answer] of (await Promise.all(answers)).entries()) {
      if (index % 2 === 0) assertPdf({ text: '', bytes: Buffer.alloc(0), status: 0, ...answer })
    }
    await eventually(async () => (await leftovers()).length === 0)
  }),
)

test(
  'an error of a conversion tells no path, no process and no word of the office',
  withOffice(async () => {
    await signalOffice('SIGSTOP')
    const { text } = await pdf('hola')
    assert.doesNotMatch(text, /soffice|libreoffice|\/tmp|uno|pipe|signal|pid/i)
    assertPdf(await pdf('hola'))
  }),
)

test(
  'an office that is killed in the middle of a merge costs it nothing',
  withOffice(async () => {
    const names = Array.from({ length: 40 }, (_, at) => `n${at}`)
    const items = names.map((nombre) => ({ slug: 'hola', data: { nombre } }))
    const answer = documents().client.post('/render/merge', { items })
    await eventually(async () =>
      (await readdir(join(documents().folder, 'tmp'))).some((name) => name.startsWith('merge-')),
    )
    await signalOffice('SIGKILL')
    const merged = await answer
    assertPdf(merged)
    const words = wordsOfPages(merged.bytes)
    assert.deepEqual(
      words,
      names.map((name) => `Hola ${name}`),
    )
  }),
)
