import { createHash } from 'node:crypto'

import { EMAIL_VISIBILITY } from './email-visibility.ts'

interface Addressed {
  readonly id: number
  readonly delivery_email: string
  readonly email_address_visibility: number
}

/** The address that the API uses for a user: the real one only while everybody may see it. */
export function apiEmail(user: Addressed, host: string): string {
  return user.email_address_visibility === EMAIL_VISIBILITY.everyone
    ? user.delivery_email
    : dummyEmail(user.id, host)
}

/** The address that stands for a user whose real one is hidden; it always finds the user. */
function dummyEmail(id: number, host: string): string {
  return `user${id}@${host.split(':')[0]}`
}

interface Pictured extends Addressed {
  readonly avatar_path: string | null
  readonly avatar_version: number
}

export interface SenderAvatar {
  /** The address of the picture. */
  readonly url: string
  /** A client may ask to leave it out and compute it from the sender's address, if it can see that. */
  readonly isGravatar: boolean
}

/** A user's picture: an uploaded one, or that of gravatar.com for their address. */
export function avatarOf(
  user: Pictured,
  host: string,
  { isEmailVisible }: { readonly isEmailVisible: boolean },
): SenderAvatar {
  const version = `version=${user.avatar_version}`
  if (user.avatar_path !== null) {
    return { url: `/user_avatars/${user.avatar_path}?${version}`, isGravatar: false }
  }
  // Not even the hash of a hidden address may be shown, since it could be guessed.
  const isPublic = user.email_address_visibility === EMAIL_VISIBILITY.everyone
  const address = isPublic ? user.delivery_email : dummyEmail(user.id, host)
  const hash = createHash('sha256').update(address.trim().toLowerCase()).digest('hex')
  return {
    url: `https://secure.gravatar.com/avatar/${hash}?d=identicon&${version}`,
    isGravatar: isPublic && isEmailVisible,
  }
}
