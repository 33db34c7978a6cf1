import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createTransport } from 'nodemailer'

import type { MailTransport, OutgoingMail } from '../mail.ts'

export interface MailOptions {
  /** Absent: mails become files. */
  readonly smtpUrl: string | undefined
  readonly from: string
  /** Where the files go. */
  readonly folder: string
}

const TIMEOUT_MS = 15_000

/** Sends mails by SMTP, or writes them as `.eml` files that a mail program opens. */
export function mailTransport({ smtpUrl, from, folder }: MailOptions): MailTransport {
  if (smtpUrl === undefined) return fileTransport(from, folder)
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  return async (mail) => {
    await transport.sendMail(messageOf(mail, from))
  }
}

// Has the headers say which characters the text is in.
const NOT_ASCII = 'ñ'

function fileTransport(from: string, folder: string): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return async (mail) => {
    const { message } = await transport.sendMail({ ...messageOf(mail, from), text: NOT_ASCII })
    if (!Buffer.isBuffer(message)) throw new Error('the mail was not composed')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, mail.fileName)
    // Written beside and renamed, so that whoever opens the folder sees only complete mails.
    const part = `${file}.part`
    try {
      await writeFile(part, readable(message, mail.text), { mode: 0o600 })
      await rename(part, file)
    } catch (error) {
      // A full disk must not keep part of a mail.
      await rm(part, { force: true })
      throw error
    }
  }
}

/** Whoever opens the file must find its links in one piece: the text is in it as it is, not encoded for servers. */
function readable(message: Buffer, text: string): string {
  const [headers = ''] = message.toString('utf8').split('\n\n', 1)
  const encoding = 'Content-Transfer-Encoding: 8bit'
  return `${headers.replace(/^Content-Transfer-Encoding: .*$/im, encoding)}\n\n${text}`
}

function messageOf({ to, subject, text, createdAt, messageId }: OutgoingMail, from: string) {
  return {
    from,
    // As one address, whatever is in it: a text would be read as a list.
    to: { name: '', address: to },
    subject,
    text,
    date: createdAt,
    messageId,
    // Programs that answer mails by themselves leave these alone.
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
