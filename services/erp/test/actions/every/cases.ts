import assert from 'node:assert/strict'

import { ACTIONS } from '../../../src/actions/business/action-list.ts'
import type { BusinessAction } from '../../../src/actions/business/action.ts'
import { API } from '../purchase-fixture.ts'
import { BOOK_CASES } from './book-cases.ts'
import { BUYING_CASES } from './buying-cases.ts'
import type { Call, Case, Cases } from './case.ts'
import { PAYING_CASES } from './paying-cases.ts'
import { PAYROLL_CASES } from './payroll-cases.ts'
import { PAYROLL_CFDI_CASES } from './payroll-cfdi-cases.ts'
import { PEOPLE_CASES } from './people-cases.ts'
import { PUBLIC_CASES } from './public-cases.ts'
import { SELLING_CASES } from './selling-cases.ts'
import { STOCK_CASES } from './stock-cases.ts'
import { TREASURY_CASES } from './treasury-cases.ts'
import type { World } from './world.ts'

const CASES: Cases = {
  ...BOOK_CASES,
  ...BUYING_CASES,
  ...PAYING_CASES,
  ...PAYROLL_CASES,
  ...PEOPLE_CASES,
  ...PAYROLL_CFDI_CASES,
  ...PUBLIC_CASES,
  ...SELLING_CASES,
  ...STOCK_CASES,
  ...TREASURY_CASES,
}

/** An action of the list and a call of it that succeeds. */
export interface Prepared {
  readonly name: string
  readonly action: BusinessAction
  readonly call: Call
  readonly path: string
  readonly body: object
}

/** `Model.action` of actions without a case: there must be none, or a new action is not tried. */
export function withoutCase(): readonly string[] {
  return ACTIONS.all.map(nameOf).filter((name) => CASES[name] === undefined)
}

/** How an action is prepared, by `Model.action`. */
export function caseOf(name: string): Case {
  const make = CASES[name]
  assert.ok(make, `${name} has no case`)
  return make
}

const nameOf = ({ model, name }: BusinessAction) => `${model}.${name}`

/** A call of each of these actions, each on records of its own. */
export async function prepareAll(
  world: World,
  actions: readonly BusinessAction[] = ACTIONS.all,
): Promise<readonly Prepared[]> {
  const prepared: Prepared[] = []
  const prepare = async (some: readonly BusinessAction[]) => {
    for (const action of some) {
      const name = nameOf(action)
      const call = await caseOf(name)(world)
      prepared.push({ name, action, call, ...requestOf(action, call) })
    }
  }
  // Those of collections move the PAC's clock, so that nothing else may be stamped meanwhile.
  const together = actions.filter(isNoCollection)
  await prepare(actions.filter((action) => !isNoCollection(action)))
  await Promise.all(
    Array.from({ length: LANES }, (_, lane) =>
      prepare(together.filter((__, index) => index % LANES === lane)),
    ),
  )
  return prepared
}

const LANES = 4
const isNoCollection = ({ model }: BusinessAction) => model !== 'CobroCliente'

function requestOf(
  { model, name, mode }: BusinessAction,
  { ids, inputs = {} }: Call,
): Pick<Prepared, 'path' | 'body'> {
  const [id] = ids
  return mode === 'url_action'
    ? { path: `${API}/${model}/${id}/actions/${name}`, body: inputs }
    : {
        path: `${API}/${model}/actions/${name}`,
        body: mode === 'native' ? inputs : { ids, ...inputs },
      }
}
