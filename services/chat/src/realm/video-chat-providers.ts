interface VideoChatProvider {
  readonly name: string
  readonly id: number
}

const NONE: VideoChatProvider = { name: 'None', id: 0 }
const JITSI_MEET: VideoChatProvider = { name: 'Jitsi Meet', id: 1 }
const BIG_BLUE_BUTTON: VideoChatProvider = { name: 'BigBlueButton', id: 4 }

/** Those that a server of this kind can have. */
export const VIDEO_CHAT_PROVIDER_IDS = [NONE.id, JITSI_MEET.id, BIG_BLUE_BUTTON.id] as const

/** What an organization may choose among on this server, by Zulip's names. */
export function videoChatProviders({
  isBigBlueButtonConfigured,
}: {
  readonly isBigBlueButtonConfigured: boolean
}): Readonly<Record<string, VideoChatProvider>> {
  return {
    disabled: NONE,
    jitsi_meet: JITSI_MEET,
    ...(isBigBlueButtonConfigured ? { big_blue_button: BIG_BLUE_BUTTON } : {}),
  }
}
