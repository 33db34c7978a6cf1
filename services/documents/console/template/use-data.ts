import { useState } from 'preact/hooks'
import { readStored, writeStored } from '@oficina/web/stored.ts'

import type { JsonObject } from '../templates/template-api.ts'

/** The data that somebody fills a template with, and how dates and numbers are written. */
export interface TemplateData {
  readonly data: JsonObject
  readonly locale: string
  readonly timezone: string
}

// More than that is not typed by hand, and browsers keep 5 MB of all.
const MAX_KEPT_CHARACTERS = 200_000

/** The data of a template as it was typed last in this browser, else a sample. */
export function useData(
  slug: string,
  sample: () => JsonObject,
): readonly [TemplateData, (changed: Partial<TemplateData>) => void] {
  const [held, setHeld] = useState<TemplateData>(
    () => keptOf(slug) ?? { data: sample(), locale: '', timezone: '' },
  )
  return [
    held,
    (changed) =>
      setHeld((before) => {
        const next = { ...before, ...changed }
        const text = JSON.stringify(next)
        if (text.length <= MAX_KEPT_CHARACTERS) writeStored(keyOf(slug), text)
        return next
      }),
  ]
}

/** How dates and numbers are written, as requests say it; what the service is to decide is left out. */
export function lookOf({ locale, timezone }: TemplateData): {
  readonly locale?: string
  readonly timezone?: string
} {
  return {
    ...(locale === '' ? {} : { locale }),
    ...(timezone === '' ? {} : { timezone }),
  }
}

/** The data that somebody typed for a template in this browser; undefined where they never did. */
export function typedData(slug: string): JsonObject | undefined {
  return keptOf(slug)?.data
}

function keptOf(slug: string): TemplateData | undefined {
  try {
    const kept = readStored(keyOf(slug))
    // Only this file writes there.
    return kept === undefined ? undefined : (JSON.parse(kept) as TemplateData)
  } catch {
    return undefined
  }
}

function keyOf(slug: string): string {
  return `oficina.documents.data.${slug}`
}
