import type { AttachmentFiles } from '../../attachments/attachment-tools.ts'
import type { ActionContext } from '../action.ts'
import type { PacAnswer } from './ask-pac.ts'
import { holdContents, insertXmlAttachments, type XmlAttachment } from './store/cfdi-file-store.ts'
import { countStamps, insertStampingNotes, stampCfdis } from './store/cfdi-store.ts'
import { endIntents } from './store/intent-store.ts'
import type { SpooledXml } from './xml-files.ts'

/** A stamped CFDI whose XML lies on the disk. */
export type Filed = Extract<PacAnswer, { readonly kind: 'stamped' }> & {
  readonly file: SpooledXml
}

interface Filing {
  readonly done: readonly Filed[]
  readonly numbers: (counter: string) => number
}

/** The stamped XML in its place, as an attachment of the Cfdi and of its record; and that all of it is done. */
export async function fileStamps(
  { contents }: Pick<AttachmentFiles, 'contents'>,
  context: ActionContext,
  filing: Filing,
): Promise<void> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { done } = filing
  await holdContents(
    tx,
    empresa,
    done.map(({ file }) => file.sha256),
  )
  await Promise.all(done.map(({ file }) => contents.place(file.path, empresa, file.sha256)))
  const rows = done.map((one) =>
    attachmentsOf(one, {
      ruta: contents.placeOf(empresa, one.file.sha256),
      numbers: filing.numbers,
    }),
  )
  await insertXmlAttachments(tx, empresa, {
    rows: rows.flatMap(({ ofCfdi, ofRecord }) => [ofCfdi, ofRecord]),
    usuarioId: caller.usuarioId,
    now: moment.now,
  })
  await stampCfdis(tx, empresa, {
    stamps: done.map(({ intent, stamp }, index) => ({
      id: intent.cfdi,
      uuid: stamp.uuid,
      fecha_timbrado: stamp.fechaTimbrado,
      certificado_sat: stamp.certificadoSat,
      rfc_certificador: stamp.rfcCertificador,
      xml: rows[index]?.ofCfdi.id ?? 0,
    })),
    now: moment.now,
  })
  await endStamped(context, filing)
}

/** Two rows for one content: whoever looks at the record sees it, too. */
function attachmentsOf(
  { intent, stamp, file }: Filed,
  of: { readonly ruta: string; readonly numbers: (counter: string) => number },
): { readonly ofCfdi: XmlAttachment; readonly ofRecord: XmlAttachment } {
  const common = {
    nombre: `${stamp.uuid}.xml`,
    tamano: file.sizeBytes,
    huella: file.sha256,
    ruta: of.ruta,
    descripcion: 'CFDI timbrado',
  }
  const { cfdi, modelo, registro } = intent
  return {
    ofCfdi: { ...common, id: of.numbers('adjunto'), modelo: 'Cfdi', registro: cfdi },
    ofRecord: { ...common, id: of.numbers('adjunto'), modelo, registro },
  }
}

async function endStamped(
  { tx, caller, moment }: ActionContext,
  { done, numbers }: Filing,
): Promise<void> {
  await endIntents(tx, caller.empresa, {
    ended: done.map(({ intent, stamp }) => ({
      cfdi: intent.cfdi,
      codigo: null,
      mensaje: null,
      fin_sello: stamp.finSello,
    })),
    estado: 'terminado',
  })
  await insertStampingNotes(tx, caller.empresa, {
    notes: done.map(({ intent, stamp, milliseconds }) => ({
      id: numbers('bitacora_timbrado'),
      cfdi: intent.cfdi,
      operacion: 'timbrado',
      codigo: null,
      mensaje: stamp.uuid,
      milisegundos: milliseconds,
      exitoso: true,
    })),
    now: moment.now,
  })
  await countStamps(tx, caller.empresa, { count: done.length, now: moment.now })
}
