import type { Tone } from '@oficina/web/pill.tsx'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { modelMetadata } from '../metadata/model-metadata.ts'

export interface Told {
  readonly label: string
  readonly tone: Tone
}

/** How the dictionary says the values of a choice; the values themselves until it is known. */
export function useChoice(model: string, column: string): (value: string | null) => Told {
  const { value: meta } = useLoaded(model, () => modelMetadata(model))
  const choices = meta?.columns.find(({ name }) => name === column)?.choices
  return (value) => {
    const choice = choices?.find((one) => one.value === value)
    return { label: choice?.label ?? value ?? '', tone: choice?.tone ?? 'neutral' }
  }
}
