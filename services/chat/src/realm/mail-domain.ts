import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { DomainObject } from '../../wire/organization.ts'
import { type Told, say } from '../tenancy/words/say.ts'

const MAX_LENGTH = 80

/** A domain as it is stored, in lower case; else what is wrong with it, in Zulip's words. */
export function mailDomain(text: string): Result<string, Told> {
  const domain = text.trim().toLowerCase()
  const problem = problemOf(domain)
  return problem === undefined ? ok(domain) : fail(problem)
}

function problemOf(domain: string): Told | undefined {
  if (domain === '') return "Domain can't be empty."
  if (domain.length > MAX_LENGTH)
    return say('Domain is too long (limit: %{max} characters)', { max: MAX_LENGTH })
  if (!domain.includes('.')) return 'Domain must have at least one dot (.)'
  if (domain.startsWith('.') || domain.endsWith('.')) {
    return 'Domain cannot start or end with a dot (.)'
  }
  const labels = domain.split('.')
  if (labels.includes('')) return "Consecutive '.' are not allowed."
  if (labels.some((label) => label.startsWith('-') || label.endsWith('-'))) {
    return "Subdomains cannot start or end with a '-'."
  }
  return /^[a-z0-9.-]+$/.test(domain)
    ? undefined
    : "Domain can only have letters, numbers, '.' and '-'s."
}

/** Whether a mail address belongs to one of the domains. */
export function isOfDomains(address: string, domains: readonly DomainObject[]): boolean {
  const own = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return domains.some(
    ({ domain, allow_subdomains: withSubdomains }) =>
      own === domain || (withSubdomains && own.endsWith(`.${domain}`)),
  )
}
