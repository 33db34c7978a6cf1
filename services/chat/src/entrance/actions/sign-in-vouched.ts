import type { Language } from '@oficina/words/language.ts'

import { act, type ActionTx } from '../../events/act.ts'
import { lockOpenInvitationTo } from '../../invitations/store/invitation-store.ts'
import type { MessageTools } from '../../messages/message-tools.ts'
import { openApiKey } from '../../people/api-key.ts'
import { isEmailAddress, personName } from '../../people/person-name.ts'
import { credentialsById, credentialsOf } from '../../people/store/credential-store.ts'
import { ApiError } from '../../tenancy/api-error.ts'
import { LIMITS } from '../../tenancy/realm-settings.ts'
import { userById, type Realm } from '../../tenancy/store/user-store.ts'
import type { OidcPerson } from '../store/oidc-provider.ts'
import { joinOrganization } from './join-organization.ts'

export interface SignedIn {
  readonly id: number
  readonly email: string
  readonly fullName: string
  readonly apiKey: string
}

/**
 * Signs in the person whom a provider vouches for: the account of the confirmed address, or a new one where the
 * organization is open or has invited that address.
 * @throws ApiError FORBIDDEN for an address that is not confirmed or has no business here, USER_DEACTIVATED
 */
export async function signInVouched(
  tools: MessageTools,
  realm: Realm,
  person: OidcPerson,
  language: Language,
): Promise<SignedIn> {
  if (!person.isEmailVerified || !isEmailAddress(person.email)) {
    throw new ApiError('FORBIDDEN', UNCONFIRMED)
  }
  return await act(tools, realm.id, async (tx) => {
    const known = await credentialsOf(tx, realm.id, person.email)
    const id = known?.id ?? (await join(tx, tools, { realm, person, language }))
    const account = await credentialsById(tx, realm.id, id)
    const user = await userById(tx, realm.id, id)
    if (account === undefined || user === undefined) throw new Error(`there is no user ${id}`)
    if (!user.isActive) throw new ApiError('USER_DEACTIVATED', 'Account is deactivated')
    const apiKey = openApiKey(account.apiKeyCipher, tools.secret)
    return { id, email: user.deliveryEmail, fullName: user.fullName, apiKey }
  })
}

/** By the texts of these the pages know why. */
const UNCONFIRMED = 'The address is not confirmed.'
const NOT_INVITED = 'You need an invitation to join this organization.'

const noPassword = () => Promise.resolve(null)

interface Joiner {
  readonly realm: Realm
  readonly person: OidcPerson
  readonly language: Language
}

async function join(
  tx: ActionTx<MessageTools>,
  tools: MessageTools,
  { realm, person, language }: Joiner,
): Promise<number> {
  const now = new Date(tools.now())
  const invitation = await lockOpenInvitationTo(tx, realm.id, person.email, now)
  if (invitation === undefined && realm.settings.invite_required) {
    throw new ApiError('FORBIDDEN', NOT_INVITED)
  }
  const { email } = person
  const fullName = fittingName(person)
  return await joinOrganization(tx, tools, realm, {
    email,
    fullName,
    passwordHash: noPassword,
    language,
    invitation,
  })
}

/** The person's name as far as it can be one here, else what stands before the `@`. */
function fittingName({ name, email }: OidcPerson): string {
  const plain = (name ?? '').replaceAll(/[*`\\>"@|\p{C}]/gu, '').trim()
  const wanted = Array.from(plain).slice(0, LIMITS.fullName).join('').trim()
  try {
    return personName(wanted)
  } catch {
    return personName(`${email.split('@')[0] ?? ''}__`.slice(0, LIMITS.fullName))
  }
}
