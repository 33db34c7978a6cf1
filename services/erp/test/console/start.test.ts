import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { nextStep, stateOf, type StartStep } from '../../console/start/step.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

let console: SmallConsole

before(async () => {
  console = await startSmallConsole()
})

after(() => console.stop())

const step = (name: string, more: Partial<StartStep> = {}): StartStep => ({
  name,
  label: { es: name, en: name },
  help: { es: '', en: '' },
  done: false,
  count: 0,
  optional: false,
  opens: { page: '/' },
  or: null,
  ...more,
})

test('the next step is the first that is needed and not done; what is not needed comes last', () => {
  const steps = [step('a', { done: true }), step('b', { optional: true }), step('c'), step('d')]
  assert.equal(nextStep(steps, [])?.name, 'c')
  assert.equal(nextStep(steps, ['c'])?.name, 'd')
  assert.equal(nextStep(steps, ['c', 'd'])?.name, 'b')
  assert.equal(nextStep(steps, ['b', 'c', 'd']), undefined)
})

test('what is there is done, even if somebody said that it is not needed', () => {
  assert.equal(stateOf(step('a', { done: true }), ['a']), 'done')
  assert.equal(stateOf(step('a'), ['a']), 'skipped')
})

test('the first page leads an administrator to what the company lacks, until he hides it', async () => {
  const { page } = await console.openAs('/')
  const notice = page.getByRole('region', { name: 'Puesta en marcha de la empresa' })
  // The catalogs that all companies share may be loaded by another test.
  await notice.getByText(/Sigue: (?:Catálogos del SAT|Quién es la empresa)/).waitFor()
  await notice.getByRole('link', { name: 'Continuar' }).click()
  await page.getByRole('heading', { name: 'Puesta en marcha' }).waitFor()
  const first = page.getByRole('listitem').filter({ hasText: 'Quién es la empresa' })
  await first.getByRole('link', { name: 'Hacerlo ahora' }).waitFor()
  await first.getByRole('link', { name: 'Completar los datos' }).waitFor()
  const goods = page.getByRole('listitem').filter({ hasText: 'Artículos y servicios' })
  await goods.getByRole('button', { name: 'No lo necesito' }).click()
  await goods.getByText('No hace falta').waitFor()
  await goods.getByRole('button', { name: 'Sí lo necesito' }).click()
  await goods.getByRole('button', { name: 'No lo necesito' }).waitFor()
})
