import type { Kind } from '@oficina/api/kind.ts'
import { required, type Parameter } from '@oficina/api/parameter.ts'

import { missingFile } from './uploads.ts'

/** A part of the address of a file; what the database could not even be asked for is no file. */
export function inAddress(description: string): Parameter<string> {
  const kind: Kind<string> = {
    isRaw: true,
    schema: { type: 'string', description },
    check: (value) => {
      const text = String(value)
      if (text.includes('\0')) throw missingFile()
      return text
    },
  }
  return required(kind)
}
