import { readStored, writeStored } from '@oficina/web/stored.ts'

interface Recent {
  readonly id: number
  readonly text: string
}

const MAX_RECENT = 5

/** What the person chose last of a model, newest first; kept in the browser. */
export function recentReferences(model: string): readonly Recent[] {
  try {
    const stored: unknown = JSON.parse(readStored(keyOf(model)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, MAX_RECENT) : []
  } catch {
    return []
  }
}

export function rememberReference(model: string, chosen: Recent): void {
  const others = recentReferences(model).filter(({ id }) => id !== chosen.id)
  writeStored(keyOf(model), JSON.stringify([chosen, ...others].slice(0, MAX_RECENT)))
}

function keyOf(model: string): string {
  return `oficina.erp.recent.${model}`
}

function isRecent(value: unknown): value is Recent {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'number' &&
    'text' in value &&
    typeof value.text === 'string'
  )
}
