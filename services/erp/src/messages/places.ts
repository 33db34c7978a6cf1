import type { Speech } from './speech.ts'

/** Where a field was written: in a line with a number of its own, from 1, or in the document or the request itself. */
export interface Place {
  /** As programs know it: `aplicaciones[2].cuenta`. */
  readonly path: string
  readonly line: number | null
  readonly name: string
}

/** A place as a sentence begins with it. */
export function placeIn(say: Speech, { path, line, name }: Place): string {
  if (say.language === 'en') return path
  return line === null ? say.field(name) : `Renglón ${line}, ${say.field(name)}`
}
