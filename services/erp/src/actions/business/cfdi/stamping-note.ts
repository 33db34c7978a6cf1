import type { MadeFields } from '../changes.ts'
import { cutText } from '../cut-text.ts'

interface Noted {
  readonly cfdi: string
  readonly operacion: 'timbrado' | 'cancelacion'
  readonly contrato: string | null
  readonly codigo: string | null
  readonly mensaje: string
  readonly milisegundos: number | null
  readonly exitoso: boolean
  readonly fecha: string
}

// The lengths of BitacoraTimbrado.codigo and mensaje: what a PAC answers has any.
const MAX_CODE = 20
const MAX_MESSAGE = 500

/** What was asked of the PAC and what it said, for those who look. */
export function stampingNote(noted: Noted): MadeFields<'BitacoraTimbrado'> {
  const { codigo, mensaje } = noted
  return {
    ...noted,
    codigo: codigo === null ? null : cutText(codigo, MAX_CODE),
    mensaje: cutText(mensaje, MAX_MESSAGE),
  }
}
