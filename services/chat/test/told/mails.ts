import { readdir, readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'

import { eventually } from '@oficina/testkit/eventually.ts'

import type { ChatTest } from '../chat-service.ts'

export interface ReadMail {
  readonly to: string
  readonly from: string
  readonly subject: string
  readonly text: string
}

/** A mail as a mail program reads it: one part of plain text. */
export function readMail(source: string): ReadMail {
  const cut = source.indexOf('\n\n')
  const headers = new Map(
    source
      .slice(0, cut)
      .replaceAll(/\n[ \t]+/g, ' ')
      .split('\n')
      .map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 2),
      ]),
  )
  const body = source.slice(cut + 2)
  const header = (name: string) => words(headers.get(name) ?? '')
  const text = decoded(body, headers.get('content-transfer-encoding') ?? '7bit')
  return { to: header('to'), from: header('from'), subject: header('subject'), text }
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? unquoted(body.replaceAll(/=\n/g, '')) : body
}

function unquoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** Encoded words of a header. */
function words(text: string): string {
  return text
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_all, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : unquoted(word.replaceAll('_', ' ')),
    )
}

type Mailbox = Pick<ChatTest, 'dataDir' | 'realmId'>

/** The mails of an organization to an address that became files, oldest first, once there are so many. */
export async function mailsTo(
  chat: Mailbox,
  address: string,
  count: number,
): Promise<readonly ReadMail[]> {
  return await eventually(`${count} mails to ${address}`, async () => {
    const found = (await allMails(chat)).filter(({ to }) => to === address)
    return found.length >= count ? found : undefined
  })
}

/** The mails of an organization; the folder has those of all in its service. */
export async function allMails({ dataDir, realmId }: Mailbox): Promise<readonly ReadMail[]> {
  const folder = join(dataDir, 'mail')
  const names = (await readdir(folder))
    .filter((name) => name.startsWith(`chat-${realmId}-`) && name.endsWith('.eml'))
    .toSorted()
  return await Promise.all(
    names.map(async (name) => readMail(await readFile(join(folder, name), 'utf8'))),
  )
}

/** The newest mail to an address, of so many. */
export async function newestMail(chat: Mailbox, address: string, count = 1): Promise<ReadMail> {
  const mail = (await mailsTo(chat, address, count)).at(-1)
  if (mail === undefined) throw new Error('there is a mail')
  return mail
}

/** The path of the link in a mail. */
export function linkIn({ text }: ReadMail): string {
  const link = /^ {2}(https?:\/\/\S+)$/m.exec(text)?.[1]
  if (link === undefined) throw new Error(`no link in:\n${text}`)
  return new URL(link).pathname
}

export interface MailServer {
  readonly url: string
  /** The mails that it took, as they came. */
  readonly mails: readonly string[]
  /** What it answers to a recipient. */
  refuse(answer: string | undefined): void
  close(): void
}

/** A mail server that keeps what it takes. */
export async function mailServer(): Promise<MailServer> {
  const mails: string[] = []
  const state: { refusal: string | undefined } = { refusal: undefined }
  const server: Server = createServer((socket) => {
    let mail: string[] | undefined
    let rest = ''
    socket.write('220 test\r\n')
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('utf8')).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (mail === undefined) {
          const isRecipient = line.startsWith('RCPT')
          socket.write(
            `${isRecipient && state.refusal !== undefined ? state.refusal : answerTo(line)}\r\n`,
          )
          if (line === 'DATA') mail = []
          if (line === 'QUIT') socket.end()
        } else if (line === '.') {
          mails.push(mail.join('\n'))
          mail = undefined
          socket.write('250 taken\r\n')
        } else mail.push(line.startsWith('.') ? line.slice(1) : line)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server listens')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    refuse: (answer) => {
      state.refusal = answer
    },
    close: () => server.close(),
  }
}

function answerTo(line: string): string {
  if (line === 'DATA') return '354 go on'
  return line === 'QUIT' ? '221 bye' : '250 fine'
}
