import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createTransport } from 'nodemailer'

import type { Enclosure, MailRow, MailSender } from './sender.ts'

export interface MailOptions {
  /** Absent: mails become files. */
  readonly smtpUrl: string | undefined
  readonly from: string
  /** Where the files go. */
  readonly folder: string
}

const TIMEOUT_MS = 15_000

/** Sends mails by SMTP, or writes them as `.eml` files that a mail program opens. */
export function mailSender({ smtpUrl, from, folder }: MailOptions): MailSender {
  if (smtpUrl === undefined) return fileSender(from, folder)
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  return async (row, enclosures = []) => {
    await transport.sendMail(messageOf(row, from, enclosures))
  }
}

function fileSender(from: string, folder: string): MailSender {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return async (row, enclosures = []) => {
    const { message } = await transport.sendMail(messageOf(row, from, enclosures))
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
function messageOf(row: MailRow, from: string, enclosures: readonly Enclosure[]) {
  const { para, asunto, texto } = row.contenido
  return {
    from,
    to: [...para],
    subject: asunto,
    text: texto,
    date: row.creada_en,
    attachments: enclosures.map(({ nombre, mime, contenido }) => ({
      filename: nombre,
      contentType: mime,
      content: contenido,
    })),
    messageId: `<salida-${row.empresa_id}-${row.id}@oficina>`,
  }
}
