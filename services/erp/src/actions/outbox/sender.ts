import type { MailAttachment } from '@oficina/mail/mail-transport.ts'

import type { OutboxRow } from '../../store/outbox-delivery-store.ts'

/** Sends one message, or throws why it could not. */
export type Sender<T> = (row: T) => Promise<void>

export type MailRow = Extract<OutboxRow, { tipo: 'correo' }>

/** Sends a mail with its files, or throws why it could not. */
export type MailSender = (row: MailRow, attachments?: readonly MailAttachment[]) => Promise<void>
