import { message } from './message.ts'

/** Why something was decided, as whoever did it wrote it. */
export const REASON = message<{ readonly reason: string }>({
  en: ({ reason }) => `Reason: ${reason}`,
  es: ({ reason }) => `Motivo: ${reason}`,
})
