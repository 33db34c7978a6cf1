import type { Log } from '@oficina/kit/log.ts'
import type { Result } from '@oficina/kit/result.ts'
import { addressGuard } from '@oficina/outbound/address-guard.ts'

import { chatService, type ChatService } from './chat-service.ts'
import { documentsService, type DocumentsService } from './documents-service.ts'
import type { JoinedAddress, JoinedFailure, JoinedState } from './joined-service.ts'

export interface JoinedSettings {
  /** Absent: forms are not made. */
  readonly documentsUrl: string | undefined
  readonly documentsApiKey: string | undefined
  /** Addresses of networks of one's own that may be asked. */
  readonly documentsUrlAllow: string
  /** Absent: nobody is told. */
  readonly chatUrl: string | undefined
  readonly chatBotEmail: string | undefined
  readonly chatBotApiKey: string | undefined
  readonly chatBotChannel: string
  readonly chatUrlAllow: string
}

/** The other services as they are configured; each that is absent is only a feature less. */
export interface JoinedServices {
  readonly documents: DocumentsService | undefined
  readonly chat: ChatService | undefined
  /** For /health: what the last call came to. */
  readonly states: () => { readonly documents: JoinedState; readonly chat: JoinedState }
  /** Ends what is under way. */
  readonly close: () => void
}

/** For work to which nobody joins another service, whatever the installation has. */
export const NOTHING_JOINED: JoinedServices = {
  documents: undefined,
  chat: undefined,
  states: () => ({ documents: 'absent', chat: 'absent' }),
  close: () => undefined,
}

// documents itself gives a conversion a minute, and may first convert what waits.
const DOCUMENTS_TIMEOUT_MS = 75_000
const MAX_PDF_BYTES = 32 * 1024 * 1024
const CHAT_TIMEOUT_MS = 10_000
const MAX_CHAT_BYTES = 1024 * 1024

/** @throws Error that names what is missing of a configuration that is half there */
export function openJoined(settings: JoinedSettings, log: Log): JoinedServices {
  const stopping = new AbortController()
  const states = { documents: 'absent' as JoinedState, chat: 'absent' as JoinedState }
  const note = (name: keyof typeof states) => (isOk: boolean) => {
    states[name] = isOk ? 'ok' : 'failing'
  }
  const at = (url: string, of: Omit<JoinedAddress, 'url' | 'stop'>): JoinedAddress => ({
    ...of,
    url: url.replace(/\/+$/, ''),
    stop: stopping.signal,
  })
  const documents = openDocuments(settings, at)
  const chat = openChat(settings, at)
  if (documents === undefined) log.info('forms are not made: DOCUMENTS_URL is not set')
  else states.documents = 'configured'
  if (chat === undefined) log.info('nobody is told in a chat: CHAT_URL is not set')
  else states.chat = 'configured'
  return {
    documents: documents && {
      render: async (request, language) =>
        await noted(documents.render(request, language), note('documents')),
      convert: async (given, language) =>
        await noted(documents.convert(given, language), note('documents')),
    },
    chat: chat && { tell: async (notice) => await noted(chat.tell(notice), note('chat')) },
    states: () => ({ ...states }),
    close: () => stopping.abort(),
  }
}

type At = (url: string, of: Omit<JoinedAddress, 'url' | 'stop'>) => JoinedAddress

function openDocuments(settings: JoinedSettings, at: At): DocumentsService | undefined {
  const found = whole({
    DOCUMENTS_URL: settings.documentsUrl,
    DOCUMENTS_API_KEY: settings.documentsApiKey,
  })
  if (found === undefined) return undefined
  const guard = addressGuard(settings.documentsUrlAllow, 'DOCUMENTS_URL_ALLOW')
  const limits = {
    service: 'documents',
    guard,
    timeoutMs: DOCUMENTS_TIMEOUT_MS,
    maxBytes: MAX_PDF_BYTES,
  } as const
  return documentsService(at(found.DOCUMENTS_URL, limits), found.DOCUMENTS_API_KEY)
}

function openChat(settings: JoinedSettings, at: At): ChatService | undefined {
  const found = whole({
    CHAT_URL: settings.chatUrl,
    CHAT_BOT_EMAIL: settings.chatBotEmail,
    CHAT_BOT_API_KEY: settings.chatBotApiKey,
  })
  if (found === undefined) return undefined
  const guard = addressGuard(settings.chatUrlAllow, 'CHAT_URL_ALLOW')
  const limits = {
    service: 'chat',
    guard,
    timeoutMs: CHAT_TIMEOUT_MS,
    maxBytes: MAX_CHAT_BYTES,
  } as const
  return chatService(at(found.CHAT_URL, limits), {
    email: found.CHAT_BOT_EMAIL,
    apiKey: found.CHAT_BOT_API_KEY,
    channel: settings.chatBotChannel,
  })
}

/** All values, or undefined when there is none. @throws Error naming those that are missing beside others */
function whole<N extends string>(
  values: Readonly<Record<N, string | undefined>>,
): Readonly<Record<N, string>> | undefined {
  const names = Object.keys(values) as N[]
  const missing = names.filter((name) => values[name] === undefined)
  if (missing.length === names.length) return undefined
  if (missing.length > 0) {
    const set = names.filter((name) => !missing.includes(name))
    throw new Error(`${set.join(', ')} is set, so ${missing.join(', ')} must be set too`)
  }
  // None of them is missing.
  return values as Readonly<Record<N, string>>
}

/** An answer that refuses one record says that the service works. */
async function noted<T>(
  call: Promise<Result<T, JoinedFailure>>,
  note: (isOk: boolean) => void,
): Promise<Result<T, JoinedFailure>> {
  const answer = await call
  note(answer.ok || answer.error.kind === 'rejected')
  return answer
}
