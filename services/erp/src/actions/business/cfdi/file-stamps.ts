import type { AttachmentFiles } from '../../attachments/attachment-tools.ts'
import type { ActionContext } from '../action.ts'
import type { Changes } from '../changes.ts'
import type { PacAnswer } from './ask-pac.ts'
import { stampingNote } from './stamping-note.ts'
import { holdContents } from './store/cfdi-file-store.ts'
import { endIntents } from './store/intent-store.ts'
import {
  countStamps,
  findStampReferences,
  type StampReferences,
} from './store/stamp-reference-store.ts'
import type { SpooledXml } from './xml-files.ts'

/** A stamped CFDI whose XML lies on the disk. */
export type Filed = Extract<PacAnswer, { readonly kind: 'stamped' }> & {
  readonly file: SpooledXml
}

interface Filing {
  readonly contents: AttachmentFiles['contents']
  /** Of the records. */
  readonly model: string
  readonly done: readonly Filed[]
}

/** Collects the stamped XML, as an attachment of the Cfdi and of its record, and that all of it is done. */
export async function fileStamps(
  context: ActionContext,
  changes: Changes,
  { contents, model, done }: Filing,
): Promise<void> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const references = await findStampReferences(tx, empresa, model)
  for (const one of done) {
    const ruta = contents.placeOf(empresa, one.file.sha256)
    fileStamp(changes, one, { ...references, ruta, caller, now: moment.now })
  }
  changes.also({ write: () => placeFiles(context, contents, done) })
  changes.also({
    write: () =>
      endIntents(tx, empresa, {
        ended: done.map(({ intent, stamp }) => ({
          cfdi: intent.cfdi,
          codigo: null,
          mensaje: null,
          fin_sello: stamp.finSello,
        })),
        estado: 'terminado',
      }),
  })
  const { contrato } = references
  if (contrato === null) return
  const count = done.length
  changes.also({ write: () => countStamps(tx, empresa, { contrato, count, now: moment.now }) })
}

/** Two rows for one content: whoever looks at the record sees it, too. */
function fileStamp(
  changes: Changes,
  { intent, stamp, file, milliseconds }: Filed,
  of: StampReferences & {
    readonly ruta: string
    readonly caller: ActionContext['caller']
    readonly now: string
  },
): void {
  const { cfdi, registro } = intent
  const attachment = {
    nombre: `${stamp.uuid}.xml`,
    tipo: xmlKind(of),
    tamano_bytes: file.sizeBytes,
    huella: file.sha256,
    ruta: of.ruta,
    descripcion: 'CFDI timbrado',
    subido_por: of.caller.usuarioId,
    es_confidencial: false,
  }
  const xml = changes.insert('Adjunto', { ...attachment, modelo: of.modelo_cfdi, registro: cfdi })
  changes.insert('Adjunto', { ...attachment, modelo: of.modelo, registro })
  changes.change('Cfdi', cfdi, {
    uuid: stamp.uuid,
    fecha_timbrado: stamp.fechaTimbrado,
    numero_certificado_sat: stamp.certificadoSat,
    rfc_certificador: stamp.rfcCertificador,
    estatus_sat: of.vigente,
    xml,
    estado: 'vigente',
  })
  const note = stampingNote({
    cfdi,
    operacion: 'timbrado',
    contrato: of.contrato,
    codigo: null,
    mensaje: stamp.uuid,
    milisegundos: milliseconds,
    exitoso: true,
    fecha: of.now,
  })
  changes.insert('BitacoraTimbrado', note)
}

// Nothing is sealed without one: `loadIssuer` looks for it.
function xmlKind({ tipo_xml: kind }: StampReferences): string {
  if (kind === null) throw new Error('TipoArchivo has no row for the extension xml')
  return kind
}

async function placeFiles(
  { tx, caller: { empresa } }: ActionContext,
  contents: AttachmentFiles['contents'],
  done: readonly Filed[],
): Promise<void> {
  await holdContents(
    tx,
    empresa,
    done.map(({ file }) => file.sha256),
  )
  await Promise.all(done.map(({ file }) => contents.place(file.path, empresa, file.sha256)))
}
