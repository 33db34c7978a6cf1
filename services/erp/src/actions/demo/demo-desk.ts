import type { Database, Tx } from '@oficina/kit/database.ts'

import type { Model } from '../../dictionary/types.ts'
import type { ErrorEntry } from '../../errors.ts'
import type { Caller } from '../../identity/caller.ts'
import type { JsonObject } from '../../query/write-plan.ts'
import { ACTIONS } from '../business/action-list.ts'
import type { BusinessAction } from '../business/action.ts'
import {
  runBatch,
  runNative,
  runOnRecord,
  type ActionTools,
  type RecordResult,
} from '../business/run-action.ts'
import { createRecord } from '../write-record.ts'
import type { WriteTools } from '../write-tools.ts'

/** What the actions of the demonstration need; their clock is that of the day they happen on. */
export type DeskTools = Omit<ActionTools, 'database'> & Omit<WriteTools, 'database'>

/** Somebody at work in a company of the demonstration, all of it in one transaction. */
export interface DemoDesk {
  readonly tx: Tx
  readonly caller: Caller
  create(model: string, body: JsonObject): Promise<string>
  /** An action on records; it succeeds on all of them, but for what it may refuse them for. */
  act(model: string, action: string, on: Acted): Promise<void>
  /** An action without a record. */
  run(model: string, action: string, inputs: Inputs): Promise<void>
}

interface Acted {
  readonly ids: readonly string[]
  readonly inputs?: Inputs
  /** Codes for which a record is left as it is. */
  readonly unless?: readonly string[]
}

type Inputs = Readonly<Record<string, string>>

export function demoDesk(
  tools: DeskTools,
  database: Database,
  { tx, caller }: { readonly tx: Tx; readonly caller: Caller },
): DemoDesk {
  const within = { ...tools, database }
  const modelOf = (name: string): Model => {
    const model = tools.registry.models.get(name)
    if (model === undefined) throw new Error(`demonstration: there is no model ${name}`)
    return model
  }
  return {
    tx,
    caller,
    create: async (name, body) => {
      const request = { model: modelOf(name), body, idempotency: null }
      const { id } = await saying(`${name} ${JSON.stringify(body)}`, () =>
        createRecord(within, caller, request),
      )
      return id
    },
    act: async (name, action, { ids, inputs = {}, unless = [] }) => {
      if (ids.length === 0) return
      const found = actionOf(name, action)
      if (found.mode === 'native') throw new Error(`demonstration: ${action} takes no records`)
      const call = { model: modelOf(name), action: found, idempotency: null }
      const given = new Map(Object.entries(inputs))
      if (found.mode === 'url_action') {
        for (const id of ids) {
          await saying(`${name} ${id} ${action}`, () =>
            runOnRecord(within, caller, { ...call, id, inputs: given }),
          )
        }
        return
      }
      const results = await runBatch(within, caller, { ...call, request: { ids, inputs: given } })
      for (const result of results) {
        if (result.errors?.every(({ code }) => unless.includes(code)) === true) continue
        refuseFailed(`${name} ${result.id} ${action}`, result)
      }
    },
    run: async (name, action, inputs) => {
      const found = actionOf(name, action)
      if (found.mode !== 'native') throw new Error(`demonstration: ${action} takes records`)
      const call = { model: modelOf(name), action: found, idempotency: null }
      await saying(`${name} ${action}`, () =>
        runNative(within, caller, { ...call, inputs: new Map(Object.entries(inputs)) }),
      )
    },
  }
}

function actionOf(model: string, name: string): BusinessAction {
  const action = ACTIONS.actionsOf(model).find((businessAction) => businessAction.name === name)
  if (action === undefined) throw new Error(`demonstration: ${model} has no action ${name}`)
  return action
}

/** What is still to come would never come: nobody stamps what was issued in the past. */
const UNFINISHED = new Set(['PAC_UNAVAILABLE', 'PAC_REJECTED', 'CONFIGURATION_INCOMPLETE'])

function refuseFailed(what: string, { errors = [], warnings = [] }: RecordResult): void {
  const problems: readonly ErrorEntry[] = [
    ...errors,
    ...warnings.filter(({ code }) => UNFINISHED.has(code)),
  ]
  if (problems.length === 0) return
  throw new Error(`demonstration: ${what}: ${JSON.stringify(problems)}`)
}

async function saying<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const errors = error instanceof Error && 'errors' in error ? JSON.stringify(error.errors) : ''
    throw new Error(`demonstration: ${what}: ${reason} ${errors}`, { cause: error })
  }
}
