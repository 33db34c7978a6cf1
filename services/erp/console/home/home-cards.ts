import { api } from '../session/api.ts'
import type { HomeCard } from './card-declaration.ts'

export interface Home {
  readonly cards: readonly HomeCard[]
  /** The company's currency. */
  readonly currency: string
}

/** @throws ApiFailure */
export async function readHome(signal: AbortSignal): Promise<Home> {
  const { data, meta } = await api<readonly HomeCard[]>('/home', { signal })
  return { cards: data, currency: String(meta['moneda']) }
}
