import type { FileFormat } from '../reports/report-declaration.ts'
import type { Asked } from '../reports/report-parameters.ts'
import type { Rhythm } from './rhythm-words.ts'

export interface Person {
  readonly id: number
  readonly nombre: string | null
}

/** What a person decided of a report that is sent, as the service tells it. */
export interface StoredSending extends Rhythm {
  readonly id: number
  readonly nombre: string
  readonly formato: FileFormat
  readonly parametros: Asked
  /** Null: the days that are set. */
  readonly rango: string | null
  readonly destinatarios: readonly Person[]
}

export function nameOf({ id, nombre }: Person): string {
  return nombre ?? `#${id}`
}
