import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { HttpClient } from '@oficina/testkit/http-client.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'
import { inTurn } from '@oficina/testkit/turns.ts'

import { ACTIONS } from '../../../src/actions/business/action-list.ts'
import { readyProfiles } from '../../../src/actions/profiles/ready-profiles.ts'
import { companyOf } from '../../rights/rights-fixture.ts'
import { shippedRegistry } from '../../shipped-registry.ts'
import { API } from '../purchase-fixture.ts'
import { prepareAll } from './cases.ts'
import { world, type World } from './world.ts'

// Deep: every action, a third of them in each turn, is called by somebody of each ready profile.
// A process of its own: it takes as long as a batch of others.

interface Person {
  readonly clave: string
  readonly keys: ReadonlySet<string>
  readonly client: HttpClient
}

let here: World
let people: readonly Person[]

before(async () => {
  here = await world()
  const company = companyOf(here.on.erp)
  const added = await here.on.erp.admin.post(`${API}/Perfil/actions/agregar_perfiles`, {})
  assert.equal(added.status, 200, added.text)
  const ids = new Map(
    (await here.list('Perfil?per_page=100')).map(({ clave, id }) => [clave, Number(id)]),
  )
  const found: Person[] = []
  for (const { clave, permisos } of readyProfiles(shippedRegistry())) {
    const { client } = await company.person(clave.toLowerCase(), [ids.get(clave) ?? 0])
    found.push({ clave, keys: new Set(permisos), client })
  }
  people = found
})

after(() => here.stop())

function isDone({ status, json }: TestAnswer): boolean {
  return status === 200 && (json.meta?.failed ?? 0) === 0
}

test('whoever has the profile of a trade does its work, and nobody else’s', async () => {
  const wrong: string[] = []
  for (const { name, call, path, body } of await prepareAll(here, inTurn(ACTIONS.all, 3))) {
    // What is prepared in a company of its own has nobody in it but its administrator.
    if (call.headers !== undefined) continue
    for (const { clave, keys, client } of people) {
      if (keys.has(name)) continue
      const { status, text } = await client.send('POST', path, { body })
      if (status !== 403) wrong.push(`${clave} is not refused ${name}: ${status} ${text}`)
    }
    const doer = people.find(({ keys }) => keys.has(name))
    if (doer === undefined) continue
    const answer = await doer.client.send('POST', path, { body })
    if (!isDone(answer)) wrong.push(`${doer.clave} can not do ${name}: ${answer.text}`)
  }
  assert.deepEqual(wrong, [])
})
