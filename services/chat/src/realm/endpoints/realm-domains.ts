import { required } from '@oficina/api/parameter.ts'

import { DOMAINS } from '../../../wire/organization.ts'
import { INTEGER, objectOf, TEXT, tuple } from '../../../wire/shape.ts'
import { endpoint } from '../../api/endpoint.ts'
import { boolean, text } from '../../api/kinds.ts'
import { textInPath } from '../../api/path-parameters.ts'
import { addDomain, changeDomain, dropDomain } from '../actions/realm-domains.ts'
import { realmDomains } from '../store/realm-domain-store.ts'

const BY_DOMAIN = { domain: textInPath('The domain.') }

export const getRealmDomains = endpoint({
  method: 'GET',
  path: '/realm/domains',
  summary: 'The domains of the organization’s mail addresses',
  parameters: {},
  answer: objectOf({ domains: DOMAINS }),
  handle: async ({ tools, caller }) => ({
    domains: await realmDomains(tools.database, caller.realm.id),
  }),
})

export const postRealmDomain = endpoint({
  method: 'POST',
  path: '/realm/domains',
  summary: 'Add a domain of mail addresses',
  parameters: { domain: required(text()), allow_subdomains: required(boolean) },
  answer: objectOf({ new_domain: tuple(INTEGER, TEXT) }),
  auth: 'human',
  handle: async ({ tools, caller, values }) => ({
    new_domain: await addDomain(tools, caller, values),
  }),
})

export const patchRealmDomain = endpoint({
  method: 'PATCH',
  path: '/realm/domains/:domain',
  summary: 'Say whether a domain’s subdomains count',
  named: BY_DOMAIN,
  parameters: { allow_subdomains: required(boolean) },
  auth: 'human',
  handle: ({ tools, caller, values }) =>
    changeDomain(tools, caller, {
      domain: values.domain,
      allow_subdomains: values.allow_subdomains,
    }),
})

export const deleteRealmDomain = endpoint({
  method: 'DELETE',
  path: '/realm/domains/:domain',
  summary: 'Remove a domain of mail addresses',
  named: BY_DOMAIN,
  parameters: {},
  auth: 'human',
  handle: ({ tools, caller, values }) => dropDomain(tools, caller, values.domain),
})
