import { api } from '../session/api.ts'
import type { Deed, HomeCard } from './card-declaration.ts'

export interface Home {
  readonly cards: readonly HomeCard[]
  /** The company's currency. */
  readonly currency: string
  readonly deeds: readonly Deed[]
}

/** @throws ApiFailure */
export async function readHome(signal: AbortSignal): Promise<Home> {
  const { data, meta } = await api<readonly HomeCard[]>('/home', { signal })
  // The service's own answer.
  const deeds = (meta['deeds'] ?? []) as readonly Deed[]
  return { cards: data, currency: String(meta['moneda']), deeds }
}
