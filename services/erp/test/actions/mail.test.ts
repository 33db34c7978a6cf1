import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { mailTransport } from '@oficina/mail/mail-transport.ts'

import { mailSender } from '../../src/actions/outbox/mail-sender.ts'

const FROM = 'Oficina <no-reply@example.org>'

const ROW = {
  id: '7',
  empresa_id: '1',
  tipo: 'correo',
  destino: 'uno@example.org, dos@example.org',
  intentos: 0,
  modelo: 'Compra',
  registro: '1',
  creada_en: new Date('2026-03-02T15:00:00Z'),
  contenido: {
    para: ['uno@example.org', 'dos@example.org'],
    asunto: 'Cancelación\r\nBcc: tercero@example.org',
    texto: 'Motivo: ya no se necesita.\n.\nQUIT\n',
  },
} as const

/** As much of a mail server as takes a message, or refuses its recipients. */
async function mailServer(recipientReply: string) {
  const lines: string[] = []
  const server = createServer((socket) => {
    const state = { isData: false, rest: '' }
    socket.write('220 prueba\r\n')
    socket.on('data', (chunk: Buffer) => {
      const parts = (state.rest + chunk.toString('utf8')).split('\r\n')
      state.rest = parts.pop() ?? ''
      for (const line of parts) {
        lines.push(line)
        if (state.isData) {
          if (line !== '.') continue
          state.isData = false
          socket.write('250 tomado\r\n')
        } else if (line === 'DATA') {
          state.isData = true
          socket.write('354 adelante\r\n')
        } else if (line.startsWith('RCPT')) socket.write(`${recipientReply}\r\n`)
        else if (line === 'QUIT') socket.end('221 adiós\r\n')
        else socket.write('250 prueba\r\n')
      }
    })
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  const smtpUrl = `smtp://127.0.0.1:${address.port}`
  const sender = mailSender(mailTransport({ smtpUrl, from: FROM, folder: '' }))
  return { sender, lines, close: () => server.close() }
}

test('a mail goes to every recipient by SMTP, and no text of a record becomes a header or a command', async () => {
  const { sender, lines, close } = await mailServer('250 bien')
  await sender(ROW)
  close()
  assert.deepEqual(
    lines.filter((line) => line.startsWith('RCPT')),
    ['RCPT TO:<uno@example.org>', 'RCPT TO:<dos@example.org>'],
  )
  assert.ok(lines.includes('Message-ID: <salida-1-7@oficina>'))
  assert.ok(!lines.some((line) => line.startsWith('Bcc')))
  assert.ok(lines.includes('..'), 'a line of one dot is part of the text')
})

test('a server that refuses the recipients makes the message fail, so that it is tried again', async () => {
  const { sender, close } = await mailServer('550 no existe')
  await assert.rejects(sender(ROW), /550/)
  close()
})

test('a mail that the disk has no room for fails, and leaves nothing in the folder', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'oficina-mail-'))
  t.after(() => rm(folder, { recursive: true }))
  // Every write to this device fails as on a full disk.
  await symlink('/dev/full', join(folder, '1-00000007.eml.part'))
  const sender = mailSender(mailTransport({ smtpUrl: undefined, from: FROM, folder }))
  await assert.rejects(sender(ROW), { code: 'ENOSPC' })
  assert.deepEqual(await readdir(folder), [])
})
