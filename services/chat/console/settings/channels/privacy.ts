/** Who can see a channel, as people choose it. */
export type Privacy = 'public' | 'webPublic' | 'privateShared' | 'privateProtected'

export const PRIVACIES: readonly Privacy[] = [
  'public',
  'privateShared',
  'privateProtected',
  'webPublic',
]

interface PrivacyFlags {
  readonly invite_only: boolean
  readonly is_web_public: boolean
  readonly history_public_to_subscribers: boolean
}

export function privacyOf(flags: PrivacyFlags): Privacy {
  if (flags.is_web_public) return 'webPublic'
  if (!flags.invite_only) return 'public'
  return flags.history_public_to_subscribers ? 'privateShared' : 'privateProtected'
}

/** As a new channel takes it. */
export function privacyFlags(privacy: Privacy): PrivacyFlags {
  return {
    invite_only: privacy === 'privateShared' || privacy === 'privateProtected',
    is_web_public: privacy === 'webPublic',
    history_public_to_subscribers: privacy !== 'privateProtected',
  }
}
