import { isDisposableEmailDomain } from 'disposable-email-domains-js'
import type { Tx } from '@oficina/kit/database.ts'

import { refusal, type ApiError } from '../../tenancy/api-error.ts'
import type { Realm } from '../../tenancy/store/user-store.ts'
import { say } from '../../tenancy/words/say.ts'
import { isOfDomains } from '../mail-domain.ts'
import { realmDomains } from '../store/realm-domain-store.ts'

/** Why an organization takes no account with an address. */
export type AddressProblem = 'plus' | 'outside' | 'disposable'

/**
 * What the organization's rules say against an address: where it is restricted to domains, only addresses of those;
 * else none of mailboxes that anybody gets for ten minutes.
 */
export async function addressProblem(
  tx: Tx,
  { id, settings }: Pick<Realm, 'id' | 'settings'>,
  address: string,
): Promise<AddressProblem | undefined> {
  const at = address.lastIndexOf('@')
  if (settings.emails_restricted_to_domains) {
    // The owner of one address of a domain could otherwise make as many of it as they like.
    if (address.slice(0, at).includes('+')) return 'plus'
    return isOfDomains(address, await realmDomains(tx, id)) ? undefined : 'outside'
  }
  const isDisposable =
    settings.disallow_disposable_email_addresses && isOfThrowAway(address.slice(at + 1))
  return isDisposable ? 'disposable' : undefined
}

/** Whether such a mailbox can be had at a domain, or at one that it is part of: they take mail for those too. */
function isOfThrowAway(domain: string): boolean {
  const labels = domain.toLowerCase().split('.')
  return labels.some((_label, index) => isDisposableEmailDomain(labels.slice(index).join('.')))
}

/** Applies the organization's rules for addresses. @throws ApiError for one that they do not allow */
export async function requireAllowedAddress(
  tx: Tx,
  realm: Pick<Realm, 'id' | 'settings'>,
  address: string,
): Promise<void> {
  const problem = await addressProblem(tx, realm, address)
  if (problem !== undefined) throw notAllowed(problem, address)
}

function notAllowed(problem: AddressProblem, address: string): ApiError {
  switch (problem) {
    case 'plus':
      return refusal('Email addresses containing + are not allowed.')
    case 'outside':
      return refusal(say("Email '%{address}' not allowed in this organization", { address }))
    case 'disposable':
      return refusal('Disposable email addresses are not allowed in this organization')
  }
}
