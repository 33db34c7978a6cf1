import { api } from '../session/api.ts'
import { keepPreference, preference } from '../session/preferences.ts'
import type { StartStep } from './step.ts'

export interface Start {
  readonly steps: readonly StartStep[]
  /** How far records are counted. */
  readonly counted: number
}

/** @throws ApiFailure */
export async function readStart(signal: AbortSignal): Promise<Start> {
  const { data, meta } = await api<readonly StartStep[]>('/start', { signal })
  return { steps: data, counted: Number(meta['counted']) }
}

const SKIPPED = 'inicio.omitidos'
const HIDDEN = 'inicio.oculto'

/** The steps that the person does not need. */
export function skippedSteps(): readonly string[] {
  const kept = preference(SKIPPED)
  return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : []
}

export function skipStep(name: string): void {
  keepPreference(SKIPPED, [...new Set([...skippedSteps(), name])])
}

export function takeStep(name: string): void {
  keepPreference(
    SKIPPED,
    skippedSteps().filter((skipped) => skipped !== name),
  )
}

/** Whether the person wants no more of it on the first page. */
export function isNoticeHidden(): boolean {
  return preference(HIDDEN) === true
}

export function hideNotice(): void {
  keepPreference(HIDDEN, true)
}
