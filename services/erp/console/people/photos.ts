import { apiResponse } from '../session/api.ts'

/** Pictures of people, asked for once a page, by their ids; undefined: he has none. */
const known = new Map<number, Promise<string | undefined>>()

// More people are on no page; the oldest are asked for again.
const MAX_KNOWN = 200

/** Where the picture of somebody is, for an `img`; undefined where there is none, or it cannot be read now. */
export function photoOf(id: number): Promise<string | undefined> {
  const asked = known.get(id) ?? readPhoto(id)
  known.set(id, asked)
  if (known.size > MAX_KNOWN) void forgetOldest()
  // A failure is not kept: the next who asks tries again.
  return asked.catch(() => {
    known.delete(id)
    return undefined
  })
}

async function readPhoto(id: number): Promise<string | undefined> {
  const response = await apiResponse(`/auth/fotos/${id}`)
  return response.status === 204 ? undefined : URL.createObjectURL(await response.blob())
}

async function forgetOldest(): Promise<void> {
  const [id] = known.keys()
  if (id === undefined) return
  const photo = known.get(id)
  known.delete(id)
  const url = await photo?.catch(() => undefined)
  if (url !== undefined) URL.revokeObjectURL(url)
}
