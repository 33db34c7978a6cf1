import type { Kind } from '@oficina/api/kind.ts'
import { required, type Parameter } from '@oficina/api/parameter.ts'

import { missingFile } from './uploads.ts'

/** A part of a file's address; a text that cannot even be passed to the database names no file. */
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
