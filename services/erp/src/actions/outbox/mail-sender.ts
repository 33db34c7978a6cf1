import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createTransport } from 'nodemailer'

import type { OutboxRow } from '../../store/outbox-delivery-store.ts'
import type { Sender } from './sender.ts'

export interface MailOptions {
  /** Absent: mails become files. */
  readonly smtpUrl: string | undefined
  readonly from: string
  /** Where the files go. */
  readonly folder: string
}

const TIMEOUT_MS = 15_000

type MailRow = Extract<OutboxRow, { tipo: 'correo' }>

/** Sends mails by SMTP, or writes them as `.eml` files that a mail program opens. */
export function mailSender({ smtpUrl, from, folder }: MailOptions): Sender<MailRow> {
  if (smtpUrl === undefined) return fileSender(from, folder)
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  return async (row) => {
    await transport.sendMail(messageOf(row, from))
  }
}

function fileSender(from: string, folder: string): Sender<MailRow> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return async (row) => {
    const { message } = await transport.sendMail(messageOf(row, from))
    if (!Buffer.isBuffer(message)) throw new Error('the mail was not composed')
    await mkdir(folder, { recursive: true })
    const file = join(folder, `${row.empresa_id}-${row.id.padStart(8, '0')}.eml`)
    // Written beside and renamed, so that whoever opens the folder sees only complete mails.
    const part = `${file}.part`
    try {
      await writeFile(part, message)
      await rename(part, file)
    } catch (error) {
      // A full disk must not keep part of a mail.
      await rm(part, { force: true })
      throw error
    }
  }
}

/** The id of the message in the outbox: the reader's mail program recognizes a mail that is sent twice. */
function messageOf(row: MailRow, from: string) {
  const { para, asunto, texto } = row.contenido
  return {
    from,
    to: [...para],
    subject: asunto,
    text: texto,
    date: row.creada_en,
    messageId: `<salida-${row.empresa_id}-${row.id}@oficina>`,
  }
}
