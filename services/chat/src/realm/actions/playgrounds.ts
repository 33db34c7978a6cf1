import { parseTemplate } from 'url-template'

import { requireAdmin } from '../../access/require-role.ts'
import { act, type ActionTx, type Tools } from '../../tenancy/act.ts'
import { refusal } from '../../tenancy/api-error.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import {
  insertPlayground,
  playgroundsOf,
  removePlayground,
  type NewPlayground,
} from '../store/playground-store.ts'
import { lockRealm } from '../store/realm-store.ts'

// All of them are in every client's initial state.
const MAX_PLAYGROUNDS = 1_000
const LANGUAGE = /^[ a-zA-Z0-9_+\-./#]*$/

/** Adds a place where code of a language can be run; returns its id. @throws ApiError */
export async function addPlayground(
  tools: Tools,
  caller: Caller,
  given: NewPlayground,
): Promise<number> {
  requireAdmin(caller)
  if (!LANGUAGE.test(given.pygments_language)) {
    throw refusal('Invalid characters in pygments language')
  }
  checkTemplate(given.url_template)
  const { id: realmId } = caller.realm
  return await act(tools, realmId, async (tx) => {
    await lockRealm(tx, realmId)
    if ((await playgroundsOf(tx, realmId)).length >= MAX_PLAYGROUNDS) {
      throw refusal(`An organization has at most ${MAX_PLAYGROUNDS} playgrounds.`)
    }
    const id = await insertPlayground(tx, realmId, given)
    if (id === undefined) {
      throw refusal('Realm playground with this Realm, Pygments language and Name already exists.')
    }
    await emitAll(tx, realmId)
    return id
  })
}

/** @throws ApiError "Invalid playground" */
export async function dropPlayground(tools: Tools, caller: Caller, id: number): Promise<void> {
  requireAdmin(caller)
  const { id: realmId } = caller.realm
  await act(tools, realmId, async (tx) => {
    if (!(await removePlayground(tx, realmId, id))) throw refusal('Invalid playground')
    await emitAll(tx, realmId)
  })
}

async function emitAll(tx: ActionTx, realmId: RealmId): Promise<void> {
  const all = await playgroundsOf(tx, realmId)
  tx.emit({ realm: 'everyone' }, { type: 'realm_playgrounds', realm_playgrounds: all })
}

/** A template of RFC 6570 with the code as its only variable. @throws ApiError */
function checkTemplate(template: string): void {
  if (!isTemplate(template)) throw refusal('Invalid URL template.')
  const names = [...template.matchAll(/\{[+#./;?&]?([^{}]*)\}/g)].flatMap(([, list = '']) =>
    list.split(',').map((name) => name.replace(/(?:\*|:\d+)$/, '')),
  )
  if (!names.includes('code')) {
    throw refusal('Missing the required variable "code" in the URL template')
  }
  if (names.some((name) => name !== 'code')) {
    throw refusal('"code" should be the only variable present in the URL template')
  }
}

function isTemplate(template: string): boolean {
  // Braces in pairs, none inside another.
  if (!/^(?:[^{}]|\{[^{}]+\})*$/.test(template)) return false
  try {
    return /^https?:\/\//i.test(parseTemplate(template).expand({ code: 'x' }))
  } catch {
    return false
  }
}
