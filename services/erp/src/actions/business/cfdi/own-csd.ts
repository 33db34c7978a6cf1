import { randomUUID } from 'node:crypto'

import type { Result } from '@oficina/kit/result.ts'

import { fiscalName } from '../../../fiscal/cfdi/fiscal-name.ts'
import type { CfdiProblem } from '../../../fiscal/cfdi/problem.ts'
import { isIssuedByOneOf, type SatCertificate } from '../../../fiscal/cfdi/seal/certificate.ts'
import { openCsd, type Csd, type CsdFiles } from '../../../fiscal/cfdi/seal/csd.ts'
import { seal, unseal, type SealedFor } from '../../../identity/encryption.ts'
import { readServerSecret } from '../../../store/people/secret-store.ts'
import { writeAs } from '../../../store/tenant-database.ts'
import type { ActionContext } from '../action.ts'
import { Changes } from '../changes.ts'
import type { Outside } from '../outside.ts'
import { stampingContext, type StampingTools } from './stamping-context.ts'
import { endDefaults, findSealingCsd, insertCsd, type SealedCsd } from './store/csd-store.ts'

/** What issuing needs beside the records. */
export type IssuingTools = StampingTools & Pick<Outside, 'caller'>

/** How a CSD of the simulator is told: its unit says that it has no validity. */
const WITHOUT_VALIDITY = 'SIN VALIDEZ FISCAL'

/**
 * The CSD by which the company seals, opened. Beside an embedded simulator one is made at its first use, so that an
 * installation that is only tried out stamps at once. Undefined where there is none.
 */
export async function ownCsd(
  outside: IssuingTools,
  { rfc, nombre }: { readonly rfc: string; readonly nombre: string },
): Promise<Result<Csd, readonly CfdiProblem[]> | undefined> {
  const { database, pac, now, caller } = outside
  const { empresa } = caller
  const nowMs = now()
  const isSimulated = pac.simulator !== undefined
  const sealed = await writeAs(database, empresa, (tx) =>
    findSealingCsd(tx, empresa, { isSimulated, now: new Date(nowMs).toISOString() }),
  )
  const serverSecret = await readServerSecret(database)
  if (sealed !== undefined) {
    const opened = openCsd(filesOf(sealed, serverSecret), { rfc, nowMs })
    if (pac.simulator === undefined) return opened
    const { authority } = (await pac.simulator()).identity
    // One of another simulator, or of a time that has passed: this one makes another.
    if (opened.ok && isIssuedByOneOf(opened.value.certificate, [authority.x509])) return opened
  }
  if (pac.simulator === undefined) return undefined
  const simulator = await pac.simulator()
  const files = await simulator.issue({
    rfc,
    nombre: fiscalName(nombre, 'moral'),
    kind: 'csd',
    password: randomUUID(),
  })
  const opened = openCsd(files, { rfc, nowMs })
  if (!opened.ok) return opened
  const { certificate } = opened.value
  await writeAs(database, empresa, (tx) =>
    keepCsd(stampingContext(outside, tx, caller), { files, certificate, serverSecret }),
  )
  return opened
}

/** Keeps a CSD that was opened, from now on the default, with its row in the audit log; returns the id of its CertificadoSat. */
export async function keepCsd(
  context: ActionContext,
  csd: {
    readonly files: CsdFiles
    readonly certificate: SatCertificate
    readonly serverSecret: Buffer
  },
): Promise<string> {
  const { tx, caller, moment } = context
  const { certificate, files, serverSecret } = csd
  await endDefaults(tx, caller.empresa, moment.now)
  const changes = new Changes(context, { name: 'registrar_certificado', reason: null })
  const numero_certificado = certificate.noCertificado
  const { rfc } = certificate
  const leyenda = certificate.x509.subject.includes(WITHOUT_VALIDITY) ? WITHOUT_VALIDITY : null
  const id = changes.insert('CertificadoSat', {
    numero_certificado,
    tipo: 'csd',
    rfc,
    titular: certificate.nombre.slice(0, MAX_NAME),
    leyenda,
    inicio_vigencia: new Date(certificate.validFromMs).toISOString(),
    fin_vigencia: new Date(certificate.validToMs).toISOString(),
    es_predeterminado: true,
    estado: 'vigente',
  })
  const sealed = sealedOf(files, serverSecret)
  changes.also({
    write: () => insertCsd(tx, caller.empresa, { certificado: id.id, sealed }),
  })
  changes.record({
    model: 'CertificadoSat',
    id,
    operation: 'alta',
    before: null,
    after: { numero_certificado, rfc, leyenda },
    event: null,
  })
  await changes.write()
  return id.id
}

const MAX_NAME = 300

function purposeOf(serverSecret: Buffer, part: 'llave' | 'contrasena'): SealedFor {
  return { serverSecret, purpose: `csd ${part}` }
}

function sealedOf({ cer, key, password }: CsdFiles, serverSecret: Buffer): SealedCsd {
  return {
    cer: Buffer.from(cer),
    llave: seal(Buffer.from(key), purposeOf(serverSecret, 'llave')),
    contrasena: seal(Buffer.from(password, 'utf8'), purposeOf(serverSecret, 'contrasena')),
  }
}

function filesOf({ cer, contrasena, llave }: SealedCsd, serverSecret: Buffer): CsdFiles {
  return {
    cer,
    key: unseal(llave, purposeOf(serverSecret, 'llave')),
    password: unseal(contrasena, purposeOf(serverSecret, 'contrasena')).toString('utf8'),
  }
}
