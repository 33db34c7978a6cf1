import { api } from '../session/api.ts'
import { realm } from '../state/realm/realm.ts'

// Zulip's `video_chat_provider`.
const JITSI = 1
const BIG_BLUE_BUTTON = 4

export type CallKind = 'video' | 'voice'

/** Whether the organization has a server for calls. */
export function hasCalls(): boolean {
  const provider = realm.value?.['realm_video_chat_provider']
  return (provider === JITSI && jitsiServer() !== undefined) || provider === BIG_BLUE_BUTTON
}

/**
 * The address of a new call; whoever opens it takes part.
 * @param name what the call is about
 * @throws ApiFailure
 */
export async function newCall(kind: CallKind, name: string): Promise<string> {
  const server = jitsiServer()
  const isVoiceOnly = kind === 'voice'
  if (realm.peek()?.['realm_video_chat_provider'] === JITSI && server !== undefined) {
    // Whoever guessed the name of a room could enter it.
    const room = crypto.randomUUID().replaceAll('-', '')
    return `${server.replace(/\/+$/, '')}/${room}#config.startWithVideoMuted=${isVoiceOnly}`
  }
  const { url } = await api<{ readonly url: string }>('GET', '/calls/bigbluebutton/create', {
    meeting_name: Array.from(name).slice(0, MAX_NAME).join(''),
    voice_only: isVoiceOnly,
  })
  // Whole, since people read messages in mails too.
  return new URL(url, realm.peek()?.realm_url ?? location.origin).href
}

// As the service takes it.
const MAX_NAME = 256

function jitsiServer(): string | undefined {
  const own = realm.value?.['realm_jitsi_server_url']
  const url = own ?? realm.value?.['server_jitsi_server_url']
  return typeof url === 'string' && url !== '' ? url : undefined
}
