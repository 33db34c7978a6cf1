import sharp from 'sharp'

import { OWNER, percentile, round, type ChatUnderTest } from './chat-under-test.ts'

const UPLOADS = 20
const AUTHORIZATION = `Basic ${Buffer.from(`${OWNER.email}:${OWNER.key}`).toString('base64')}`

/** A photograph of 12 megapixels, uploaded one after the other: until the answer, and until its thumbnail is served. */
export async function benchUploads({ baseUrl }: ChatUnderTest) {
  const photo = await sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg()
    .toBuffer()
  const answered: number[] = []
  const shown: number[] = []
  // The first one starts the process that decodes.
  await uploadOnce(baseUrl, photo)
  for (let upload = 0; upload < UPLOADS; upload += 1) {
    const times = await uploadOnce(baseUrl, photo)
    answered.push(times.answeredMs)
    shown.push(times.shownMs)
  }
  return {
    photo_bytes: photo.length,
    answer_p50_ms: round(percentile(answered, 0.5)),
    answer_p95_ms: round(percentile(answered, 0.95)),
    thumbnail_p50_ms: round(percentile(shown, 0.5)),
    thumbnail_p95_ms: round(percentile(shown, 0.95)),
  }
}

async function uploadOnce(
  baseUrl: string,
  photo: Buffer,
): Promise<{ answeredMs: number; shownMs: number }> {
  const headers = { authorization: AUTHORIZATION }
  const body = new FormData()
  body.append('f', new File([Uint8Array.from(photo)], 'photo.jpg', { type: 'image/jpeg' }))
  const begun = performance.now()
  const answer = await fetch(`${baseUrl}/api/v1/user_uploads`, { method: 'POST', headers, body })
  if (answer.status !== 200) throw new Error(`user_uploads: ${answer.status}`)
  // What the API answers.
  const { url } = (await answer.json()) as { url: string }
  const answeredMs = performance.now() - begun
  const thumbnail = `${baseUrl}${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`
  for (let status = 0; status !== 200;) {
    const served = await fetch(thumbnail, { headers })
    await served.arrayBuffer()
    status = served.status
  }
  return { answeredMs, shownMs: performance.now() - begun }
}
