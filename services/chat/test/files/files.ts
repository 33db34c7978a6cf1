import assert from 'node:assert/strict'

import sharp from 'sharp'
import { eventually } from '@oficina/testkit/eventually.ts'
import { exchange, type TestAnswer } from '@oficina/testkit/http-exchange.ts'

import type { ChatTest, Person } from '../chat-service.ts'
import { checkAgainstZulip } from '../contract/zulip-document.ts'

export function authorization({ email, key }: Person): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}` }
}

export async function upload(
  chat: ChatTest,
  by: Person,
  files: readonly File[],
): Promise<TestAnswer> {
  const form = new FormData()
  for (const file of files) form.append('filename', file)
  return await exchange(`${chat.baseUrl}/api/v1/user_uploads`, 'POST', {
    headers: authorization(by),
    body: form,
  })
}

/** Sends a small picture to an operation that takes one. */
export async function sendPicture(chat: ChatTest, by: Person, path: string): Promise<TestAnswer> {
  const bytes = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('filename', new File([Uint8Array.from(bytes)], 'red.png', { type: 'image/png' }))
  return await exchange(`${chat.baseUrl}/api/v1${path}`, 'POST', {
    headers: authorization(by),
    body: form,
  })
}

/** Uploads one file and gives its address. */
export async function uploaded(chat: ChatTest, by: Person, file: File): Promise<string> {
  const answer = await upload(chat, by, [file])
  assert.equal(answer.status, 200, answer.text)
  checkAgainstZulip('POST', '/user_uploads', answer.json)
  return answer.json.url
}

export function fetchFile(chat: ChatTest, url: string, by?: Person): Promise<TestAnswer> {
  return exchange(chat.baseUrl + url, 'GET', by === undefined ? {} : { headers: authorization(by) })
}

/** Asks again until the answer is the one that is waited for; the test's own time limit ends it. */
export async function until<T>(ask: () => Promise<T>, isIt: (answer: T) => boolean): Promise<T> {
  const { answer } = await eventually('the answer is the awaited one', async () => {
    const given = await ask()
    return isIt(given) && { answer: given }
  })
  return answer
}
