import type { Clock } from '@oficina/kit/clock.ts'

import { localMs } from '../../../fiscal/cfdi/local-time.ts'
import { sealEnd } from '../../../fiscal/cfdi/qr.ts'
import type { Timbre } from '../../../fiscal/cfdi/structure/timbre.ts'
import { readCfdi } from '../../../fiscal/cfdi/xml/read.ts'
import type { Message } from '../../../messages/message.ts'
import { STAMPED_OTHER, STAMP_UNREADABLE } from '../../../messages/stamping-fates.ts'
import type { PacServices } from '../../../pac/open-pac.ts'
import { inParallel } from './in-parallel.ts'
import type { Intent } from './store/intent-store.ts'

/** What the PAC said of a CFDI. */
export type PacAnswer = { readonly intent: Intent; readonly milliseconds: number } & (
  | { readonly kind: 'stamped'; readonly xml: string; readonly stamp: Stamp }
  | { readonly kind: 'rejected'; readonly code: string; readonly message: Message | string }
  /** Whether it was stamped is not known, or nobody can say: to be asked again. */
  | { readonly kind: 'waiting'; readonly message: Message | string }
)

interface Stamp {
  readonly uuid: string
  /** ISO 8601, UTC. */
  readonly fechaTimbrado: string
  readonly certificadoSat: string
  readonly rfcCertificador: string
  /** The last eight characters of the document's own seal. */
  readonly finSello: string
}

// The simulator and the PACs stamp one document in tens of milliseconds; more at once would only wait there.
const AT_ONCE = 8

/** Has CFDI stamped, so many at once, outside of any transaction. One that was stamped before is asked for no more. */
export async function askPac(
  { pac: { pac }, now }: { readonly pac: PacServices; readonly now: Clock },
  intents: readonly Intent[],
): Promise<readonly PacAnswer[]> {
  return await inParallel(intents, AT_ONCE, async (intent) => {
    if (intent.timbrado !== null) return keptStamp(intent, intent.timbrado)
    const startedMs = now()
    const answer = await pac.stamp({ xml: intent.xml, customId: intent.custom_id })
    const milliseconds = Math.max(0, Math.round(now() - startedMs))
    if (!answer.ok) {
      const { error } = answer
      return error.kind === 'rejected'
        ? { intent, milliseconds, ...error, kind: 'rejected' }
        : { intent, milliseconds, kind: 'waiting', message: error.message }
    }
    const { origin, timbre, xml } = answer.value
    if (origin !== 'other')
      return { intent, milliseconds, kind: 'stamped', xml, stamp: stampOf(timbre) }
    const message = STAMPED_OTHER({ uuid: timbre.UUID })
    return { intent, milliseconds, kind: 'waiting', message }
  })
}

function keptStamp(intent: Intent, xml: string): PacAnswer {
  const read = readCfdi(Buffer.from(xml))
  const timbre = read.ok ? read.value.comprobante.Complemento?.TimbreFiscalDigital : undefined
  // The adapter has read it before.
  if (timbre === undefined)
    return { intent, milliseconds: 0, kind: 'waiting', message: STAMP_UNREADABLE() }
  return { intent, milliseconds: 0, kind: 'stamped', xml, stamp: stampOf(timbre) }
}

function stampOf(timbre: Timbre): Stamp {
  return {
    uuid: timbre.UUID.toUpperCase(),
    fechaTimbrado: new Date(localMs(timbre.FechaTimbrado, 'America/Mexico_City')).toISOString(),
    certificadoSat: timbre.NoCertificadoSAT,
    rfcCertificador: timbre.RfcProvCertif,
    // The stamp repeats the document's own seal.
    finSello: sealEnd(timbre.SelloCFD),
  }
}
