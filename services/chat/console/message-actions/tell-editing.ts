import { api } from '../session/api.ts'
import { userSettings } from '../state/own/own.ts'

const AGAIN_MS = 30_000

/** Tells the conversation that a message is being changed, until the answer is called. */
export function tellEditing(messageId: number): () => void {
  if (userSettings.peek()?.send_stream_typing_notifications !== true) return () => undefined
  const tell = (op: 'start' | 'stop'): void => {
    // Nothing rests on it.
    void api('POST', `/messages/${messageId}/typing`, { op }).catch(() => undefined)
  }
  tell('start')
  const timer = setInterval(() => tell('start'), AGAIN_MS)
  return () => {
    clearInterval(timer)
    tell('stop')
  }
}
