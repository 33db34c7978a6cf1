import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { after, before, test } from 'node:test'

import { isAsTold, readTour, type Step } from '@oficina/testkit/tour/read-tour.ts'
import { runSteps } from '@oficina/testkit/tour/run-steps.ts'

import { ADMIN } from '../admin.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { startSimulated, type Simulated } from '../pac/simulated.ts'

// A service of its own: it has settings of its own.

const README = resolve(import.meta.dirname, '../../README.md')

let simulated: Simulated
let erp: ErpTest
let steps: readonly Step[]

before(async () => {
  simulated = await startSimulated()
  erp = await startOwnErp({
    pac: {
      pacUrl: simulated.url,
      pacUser: 'usuario',
      pacPassword: 'una clave',
      satStatusUrl: `${simulated.url}/ConsultaCFDIService.svc`,
      satCertificatesUrl: `${simulated.url}/rccf`,
    },
  })
  steps = readTour(await readFile(README, 'utf8'))
})

after(async () => {
  await erp.stop()
  await simulated.stop()
})

/** A command for the servers of this test. */
function here({ command }: Step): string {
  return command
    .replaceAll('http://127.0.0.1:3001', erp.url)
    .replaceAll('http://127.0.0.1:3010', simulated.url)
    .replaceAll('una-clave-larga', ADMIN.password)
}

test('where curl and jq are missing, the tour is begun with stand-ins that answer alike', async () => {
  const first = steps.slice(0, 5)
  const folder = erp.dataDir
  const commands = [...first.map(here), 'echo "$T" | jq -R length']
  const answers = await runSteps(commands, { folder, preference: 'stand-ins first' })
  const login = answers[1] ?? ''
  assert.ok(isAsTold(login, first[1]?.answer ?? ''), login)
  const token = answers.at(-1) ?? ''
  assert.ok(Number(token) > 20, token)
})

test('the README’s tour takes a new company through a month, and each answer is as it stands there', async () => {
  const answers = await runSteps(steps.map(here), { folder: erp.dataDir, preference: 'own first' })
  for (const [index, { answer, command }] of steps.entries()) {
    const said = answers[index] ?? ''
    if (!isAsTold(said, answer)) assert.equal(said, answer, command)
  }
})
