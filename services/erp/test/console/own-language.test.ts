import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'

import { API } from '../rights/rights-fixture.ts'
import { SESSION_KEY, signIn } from './sign-in-first.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

let console: SmallConsole

before(async () => {
  console = await startSmallConsole()
})

after(() => console.stop())

test('the language that a person chooses is kept with the service, and another browser follows it', async () => {
  const { erp } = console
  const { page } = await console.openAs('/account')
  await page.getByRole('radio', { name: 'English' }).check()
  await page.getByRole('heading', { name: 'Look and language' }).waitFor()
  const isKept = async () =>
    (await erp.admin.get(`${API}/auth/preferencias`)).json.data.idioma === 'en'
  await eventually('the service has the language', isKept)
  const session = await signIn(erp, erp.adminLogin)
  const body = { valor: 'en' }
  await erp.admin.send('PUT', `${API}/auth/preferencias/idioma`, { body })
  const stored = { [SESSION_KEY]: JSON.stringify(session) }
  const other = await console.open('/account', { stored })
  await other.page.getByRole('heading', { name: 'Look and language' }).waitFor()
})
