import type { OutboxRow } from '../../store/outbox-delivery-store.ts'

/** Sends one message, or throws why it could not. */
export type Sender<T> = (row: T) => Promise<void>

export type MailRow = Extract<OutboxRow, { tipo: 'correo' }>

/** A file that goes with a mail. */
export interface Enclosure {
  readonly nombre: string
  readonly mime: string
  readonly contenido: Buffer
}

/** Sends a mail with its files, or throws why it could not. */
export type MailSender = (row: MailRow, enclosures?: readonly Enclosure[]) => Promise<void>
