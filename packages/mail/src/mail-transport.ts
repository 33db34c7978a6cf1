import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createTransport, type SendMailOptions } from 'nodemailer'

/** A file that goes with a mail. */
export interface MailAttachment {
  readonly name: string
  readonly type: string
  readonly content: Buffer
}

/** A mail ready to leave; its text is plain. */
export interface OutgoingMail {
  /** Single addresses: each is taken as it is, never read as a list. */
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly createdAt: Date
  /** By which a mail program recognizes a mail that is sent twice. */
  readonly messageId: string
  /** The name of its file, where mails become files. */
  readonly fileName: string
  readonly attachments?: readonly MailAttachment[]
}

/**
 * Sends a mail, or throws why it could not; `stop` gives up before that is known, and the server may have taken the mail
 * then.
 */
export type MailTransport = (mail: OutgoingMail, stop?: AbortSignal) => Promise<void>

export interface MailOptions {
  /** Absent: mails become files. */
  readonly smtpUrl: string | undefined
  readonly from: string
  /** Where the files go. */
  readonly folder: string
  /** How long a server may take for one mail, from the look-up of its name to its last word. Default: 45 s. */
  readonly limitMs?: number
}

// Below the minute for which a transaction may wait, which the mail may be locked by.
const LIMIT_MS = 45_000
const CONNECT_LIMIT_MS = 15_000
// Servers make senders of unwanted mail wait before they greet.
const GREETING_LIMIT_MS = 30_000

/** Sends mails by SMTP, or writes them as `.eml` files that a mail program opens. */
export function mailTransport({
  smtpUrl,
  from,
  folder,
  limitMs = LIMIT_MS,
}: MailOptions): MailTransport {
  if (smtpUrl === undefined) return fileTransport(from, folder)
  // Silence alone does not bound a server that says a word now and then, so the limit is on the whole.
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: CONNECT_LIMIT_MS,
    greetingTimeout: GREETING_LIMIT_MS,
    socketTimeout: limitMs,
  })
  return async (mail, stop) => {
    const limit = AbortSignal.timeout(limitMs)
    const signal = stop === undefined ? limit : AbortSignal.any([limit, stop])
    try {
      await transport.sendMail({ ...messageOf(mail, from), signal })
    } catch (error) {
      if (!limit.aborted) throw error
      throw new Error(`the mail server took longer than ${limitMs / 1000} s`, { cause: error })
    }
  }
}

function fileTransport(from: string, folder: string): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const composed = async (message: SendMailOptions): Promise<Buffer> => {
    const sent = await transport.sendMail(message)
    if (!Buffer.isBuffer(sent.message)) throw new Error('the mail was not composed')
    return sent.message
  }
  return async (mail) => {
    const message = messageOf(mail, from)
    const bytes =
      mail.attachments === undefined || mail.attachments.length === 0
        ? readable(await composed({ ...message, text: NOT_ASCII }), mail.text)
        : await composed(message)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, mail.fileName)
    // Written beside and renamed, so that whoever opens the folder sees only complete mails.
    const part = `${file}.part`
    try {
      await writeFile(part, bytes, { mode: 0o600 })
      await rename(part, file)
    } catch (error) {
      // A full disk must not keep part of a mail.
      await rm(part, { force: true })
      throw error
    }
  }
}

// Has the headers say which characters the text is in.
const NOT_ASCII = 'ñ'

/** Whoever opens the file must find its links in one piece: the text is in it as it is, not encoded for servers. */
function readable(message: Buffer, text: string): string {
  const [headers = ''] = message.toString('utf8').split('\n\n', 1)
  const encoding = 'Content-Transfer-Encoding: 8bit'
  return `${headers.replace(/^Content-Transfer-Encoding: .*$/im, encoding)}\n\n${text}`
}

function messageOf(mail: OutgoingMail, from: string): SendMailOptions {
  const { to, subject, text, createdAt, messageId, attachments = [] } = mail
  return {
    from,
    to: to.map((address) => ({ name: '', address })),
    subject,
    text,
    date: createdAt,
    messageId,
    attachments: attachments.map(({ name, type, content }) => ({
      filename: name,
      contentType: type,
      content,
    })),
    // Programs that answer mails by themselves leave these alone.
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
