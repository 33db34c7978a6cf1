import type { ActionContext } from '../../action.ts'
import type { Outside } from '../../outside.ts'
import { insertReceived, insertValidations, type KnownCfdi } from '../store/received-store.ts'
import { keepFile } from './received-file.ts'
import { receivedNumbers, receivedRows, validationOf } from './received-rows.ts'
import type { VerifiedCfdi } from './verify-received.ts'

/** How many numbers keeping a received CFDI takes, by table. */
export function numbersOfReceived(
  verified: VerifiedCfdi,
  known: ReadonlyMap<string, KnownCfdi>,
): ReadonlyMap<string, number> {
  return known.has(verified.uuid) ? new Map([['cfdi_validacion', 1]]) : receivedNumbers(verified)
}

/** Keeps a received CFDI, or what the SAT says now of one that is there from before; returns the id of its Cfdi. */
export async function writeReceived(
  context: ActionContext,
  outside: Pick<Outside, 'attachments'>,
  of: {
    readonly verified: VerifiedCfdi
    readonly known: ReadonlyMap<string, KnownCfdi>
    readonly numbers: (counter: string) => number
  },
): Promise<number> {
  const { tx, caller, moment } = context
  const { verified, numbers } = of
  const before = of.known.get(verified.uuid)
  if (before !== undefined) {
    const cfdi = Number(before.id)
    const validation = validationOf(verified, { id: numbers('cfdi_validacion'), cfdi })
    await insertValidations(tx, caller.empresa, { validations: [validation], now: moment.now })
    return cfdi
  }
  const id = numbers('cfdi')
  const { adjunto, bytes } = verified.file
  const xml = adjunto ?? String(numbers('adjunto'))
  if (adjunto === null) {
    await keepFile(context, outside, { bytes, id: Number(xml), cfdi: id, uuid: verified.uuid })
  }
  const rows = receivedRows(verified, { id, xml, numbers })
  await insertReceived(tx, caller.empresa, { rows, now: moment.now })
  return id
}
