import { requireAdmin } from '../../access/require-role.ts'
import { act, type ActionTx } from '../../events/act.ts'
import type { OuterActor } from '../../events/actor.ts'
import { linkifierProblem } from '../../markdown/linkifiers.ts'
import { notFound, refusal } from '../../tenancy/api-error.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { say } from '../../tenancy/words/say.ts'
import {
  insertLinkifier,
  isPatternTaken,
  linkifierIds,
  linkifiersOf,
  orderLinkifiers,
  removeLinkifier,
  updateLinkifier,
} from '../store/linkifier-store.ts'

export interface LinkifierRequest {
  readonly pattern: string
  readonly urlTemplate: string
}

/** Adds a pattern that becomes links in messages; returns its id. @throws ApiError */
export async function addLinkifier(actor: OuterActor, request: LinkifierRequest): Promise<number> {
  return await change(actor, async (tx, realmId) => {
    await check(tx, realmId, request, 0)
    return await insertLinkifier(tx, realmId, request)
  })
}

/** @throws ApiError */
export async function editLinkifier(
  actor: OuterActor,
  id: number,
  request: LinkifierRequest,
): Promise<void> {
  await change(actor, async (tx, realmId) => {
    await check(tx, realmId, request, id)
    if (!(await updateLinkifier(tx, realmId, id, request))) throw notFound('Linkifier not found.')
  })
}

/** @throws ApiError */
export async function dropLinkifier(actor: OuterActor, id: number): Promise<void> {
  await change(actor, async (tx, realmId) => {
    if (!(await removeLinkifier(tx, realmId, id))) throw notFound('Linkifier not found.')
  })
}

/** Sets the order in which the patterns are tried; each must be named once. @throws ApiError */
export async function reorderLinkifiers(actor: OuterActor, ids: readonly number[]): Promise<void> {
  await change(actor, async (tx, realmId) => {
    const known = await linkifierIds(tx, realmId)
    const given = new Set(ids)
    const isComplete = given.size === ids.length && known.every((id) => given.has(id))
    if (!isComplete || known.length !== ids.length) {
      throw refusal('The ordered list must enumerate all existing linkifiers exactly once')
    }
    await orderLinkifiers(tx, realmId, ids)
  })
}

async function change<T>(
  { tools, caller, viewer }: OuterActor,
  work: (tx: ActionTx, realmId: RealmId) => Promise<T>,
): Promise<T> {
  requireAdmin(caller)
  return await act(tools, viewer.realmId, async (tx) => {
    const result = await work(tx, viewer.realmId)
    const all = await linkifiersOf(tx, viewer.realmId)
    tx.emit({ realm: 'everyone' }, { type: 'realm_linkifiers', realm_linkifiers: all })
    return result
  })
}

async function check(
  tx: ActionTx,
  realmId: RealmId,
  { pattern, urlTemplate }: LinkifierRequest,
  id: number,
): Promise<void> {
  const problem = linkifierProblem(pattern)
  if (problem !== undefined) throw refusal(say('Bad regular expression: %{problem}', { problem }))
  const wanted = templateVariables(urlTemplate)
  if (wanted === undefined || !isLink(urlTemplate)) throw refusal('Invalid URL template.')
  const given = [...pattern.matchAll(/\(\?P?<([A-Za-z_]\w*)>/g)].map((match) => match[1] ?? '')
  const missing = wanted.find((name) => !given.includes(name))
  if (missing !== undefined) {
    throw refusal(
      say("Group '%{missing}' in URL template is not present in linkifier pattern.", { missing }),
    )
  }
  const unused = given.find((name) => !wanted.includes(name))
  if (unused !== undefined) {
    throw refusal(
      say("Group '%{unused}' in linkifier pattern is not present in URL template.", { unused }),
    )
  }
  if (await isPatternTaken(tx, realmId, pattern, id)) {
    throw refusal('A linkifier with this pattern already exists.')
  }
}

function isLink(template: string): boolean {
  return (
    /^(?:https?:\/\/|mailto:|[a-z][a-z0-9+.-]*:\/\/)/i.test(template) &&
    !/^javascript:/i.test(template)
  )
}

/** The names in a template; undefined when it is not valid. */
function templateVariables(template: string): readonly string[] | undefined {
  if (/[{}]/.test(template.replaceAll(/\{[^{}]+\}/g, ''))) return undefined
  return [...template.matchAll(/\{[+#./;?&]?([^{}]+)\}/g)].flatMap((match) =>
    (match[1] ?? '').split(',').map((name) => name.replace(/(?::\d+|\*)$/, '').trim()),
  )
}
