import { idseRecord, idseTotal, type IdseMovement } from './idse-record.ts'

/** A file for IDSE: a record for each movement and one that counts them, in ISO 8859-1 with CRLF. */
export function idseFile(movements: readonly IdseMovement[], guia: string): Buffer {
  const records = [...movements.map(idseRecord), idseTotal(movements.length, guia)]
  return Buffer.from(`${records.join('\r\n')}\r\n`, 'latin1')
}
