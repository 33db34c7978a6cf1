import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { DomainObject } from '../../../wire/organization.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'

/** The domains of the organization's mail addresses, in the order of their names. */
export async function realmDomains(tx: Tx, realmId: RealmId): Promise<readonly DomainObject[]> {
  return await tx.query<DomainObject>(
    sql`select domain, allow_subdomains from realm_domain where realm_id = ${realmId} order by domain`,
  )
}

/** Adds a domain; returns its id, or undefined when it exists already. */
export async function insertDomain(
  tx: Tx,
  realmId: RealmId,
  { domain, allow_subdomains: withSubdomains }: DomainObject,
): Promise<number | undefined> {
  const [row] = await tx.query<{ id: number }>(
    sql`insert into realm_domain (realm_id, domain, allow_subdomains)
        values (${realmId}, ${domain}, ${withSubdomains}) on conflict do nothing returning id`,
  )
  return row?.id
}

/** Whether there was such a domain. */
export async function updateDomain(
  tx: Tx,
  realmId: RealmId,
  change: DomainObject,
): Promise<boolean> {
  const updated = await tx.execute(
    sql`update realm_domain set allow_subdomains = ${change.allow_subdomains}
        where realm_id = ${realmId} and domain = ${change.domain}`,
  )
  return updated > 0
}

/** Whether there was such a domain. */
export async function removeDomain(tx: Tx, realmId: RealmId, domain: string): Promise<boolean> {
  const removed = await tx.execute(
    sql`delete from realm_domain where realm_id = ${realmId} and domain = ${domain}`,
  )
  return removed > 0
}
