import type { DomainObject, RealmDomainsEvent } from '../../../wire/organization.ts'
import { requireOwner } from '../../access/require-role.ts'
import { act, type ActionTx, type Tools } from '../../events/act.ts'
import { refusal } from '../../tenancy/api-error.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { inBoth, say } from '../../tenancy/words/say.ts'
import { mailDomain } from '../mail-domain.ts'
import {
  insertDomain,
  realmDomains,
  removeDomain,
  updateDomain,
} from '../store/realm-domain-store.ts'
import { lockRealm, updateRealm } from '../store/realm-store.ts'

// More than any organization has, and few enough to search at each sign-up.
const MAX_DOMAINS = 1_000

/** Adds a domain; returns its id and its name as stored. @throws ApiError */
export async function addDomain(
  tools: Tools,
  caller: Caller,
  given: DomainObject,
): Promise<readonly [id: number, domain: string]> {
  requireOwner(caller)
  const domain = mailDomain(given.domain)
  if (!domain.ok) throw refusal(say('Invalid domain: %{error}', { error: inBoth(domain.error) }))
  const added = { domain: domain.value, allow_subdomains: given.allow_subdomains }
  return await act(tools, caller.realm.id, async (tx) => {
    await lockRealm(tx, caller.realm.id)
    if ((await realmDomains(tx, caller.realm.id)).length >= MAX_DOMAINS) {
      throw refusal(say('An organization has at most %{max} domains.', { max: MAX_DOMAINS }))
    }
    const id = await insertDomain(tx, caller.realm.id, added)
    if (id === undefined) {
      throw refusal(
        say('The domain %{value} is already a part of your organization.', { value: domain.value }),
      )
    }
    emit(tx, { type: 'realm_domains', op: 'add', realm_domain: added })
    return [id, domain.value]
  })
}

/** Sets whether a domain's subdomains count. @throws ApiError for a domain that does not exist */
export async function changeDomain(
  tools: Tools,
  caller: Caller,
  change: DomainObject,
): Promise<void> {
  requireOwner(caller)
  await act(tools, caller.realm.id, async (tx) => {
    if (!(await updateDomain(tx, caller.realm.id, change))) throw missing(change.domain)
    emit(tx, { type: 'realm_domains', op: 'change', realm_domain: change })
  })
}

/** Removes a domain; removing the last one also ends the restriction to domains. @throws ApiError */
export async function dropDomain(tools: Tools, caller: Caller, domain: string): Promise<void> {
  requireOwner(caller)
  const { id: realmId } = caller.realm
  await act(tools, realmId, async (tx) => {
    const realm = await lockRealm(tx, realmId)
    if (!(await removeDomain(tx, realmId, domain))) throw missing(domain)
    emit(tx, { type: 'realm_domains', op: 'remove', domain })
    const isRestricted = realm.settings['emails_restricted_to_domains'] === true
    if (!isRestricted || (await realmDomains(tx, realmId)).length > 0) return
    const settings = { ...realm.settings, emails_restricted_to_domains: false }
    await updateRealm(tx, realmId, { ...realm, settings })
    const property = 'emails_restricted_to_domains'
    tx.emit({ realm: 'everyone' }, { type: 'realm', op: 'update', property, value: false })
  })
}

function missing(domain: string) {
  return refusal(say('No entry found for domain %{domain}.', { domain }))
}

function emit(tx: ActionTx, event: RealmDomainsEvent): void {
  tx.emit({ realm: 'everyone' }, event)
}
