import { randomUUID } from 'node:crypto'

import type { Tx } from '@oficina/kit/database.ts'
import type { Result } from '@oficina/kit/result.ts'

import { fiscalName } from '../../../fiscal/cfdi/fiscal-name.ts'
import type { CfdiProblem } from '../../../fiscal/cfdi/problem.ts'
import { isIssuedByOneOf, type SatCertificate } from '../../../fiscal/cfdi/seal/certificate.ts'
import { openCsd, type Csd, type CsdFiles } from '../../../fiscal/cfdi/seal/csd.ts'
import type { Caller } from '../../../identity/caller.ts'
import { seal, unseal, type SealedFor } from '../../../identity/encryption.ts'
import { AUDIT_COUNTER, recordAudit } from '../../../store/audit-store.ts'
import { numberSource, takeNumbers } from '../../../store/counter-store.ts'
import { readServerSecret } from '../../../store/people/secret-store.ts'
import { writeAs } from '../../../store/tenant-database.ts'
import type { Outside } from '../outside.ts'
import { findSealingCsd, insertCertificate, type SealedCsd } from './store/csd-store.ts'

/** How a CSD of the simulator is told: its unit says that it has no validity. */
const WITHOUT_VALIDITY = 'SIN VALIDEZ FISCAL'

/**
 * The CSD by which the company seals, opened. Beside an embedded simulator one is made at its first use, so that an
 * installation that is only tried out stamps at once. Undefined where there is none.
 */
export async function ownCsd(
  { database, pac, now, caller }: Pick<Outside, 'database' | 'pac' | 'now' | 'caller'>,
  { rfc, nombre }: { readonly rfc: string; readonly nombre: string },
): Promise<Result<Csd, readonly CfdiProblem[]> | undefined> {
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
    keepCsd(tx, caller, { files, certificate, serverSecret, nowMs }),
  )
  return opened
}

/** Keeps a CSD that was opened, with its row in the audit log; returns the id of its CertificadoSat. */
export async function keepCsd(
  tx: Tx,
  caller: Caller,
  csd: {
    readonly files: CsdFiles
    readonly certificate: SatCertificate
    readonly serverSecret: Buffer
    readonly nowMs: number
  },
): Promise<number> {
  const { certificate, files, nowMs, serverSecret } = csd
  const now = new Date(nowMs).toISOString()
  const wanted = new Map([
    ['certificado_sat', 1],
    [AUDIT_COUNTER, 1],
  ])
  const numbers = numberSource(await takeNumbers(tx, caller.empresa, wanted))
  const id = numbers('certificado_sat')
  const row = {
    id,
    numero: certificate.noCertificado,
    rfc: certificate.rfc,
    titular: certificate.nombre.slice(0, MAX_NAME),
    leyenda: certificate.x509.subject.includes(WITHOUT_VALIDITY) ? WITHOUT_VALIDITY : null,
    desde: new Date(certificate.validFromMs).toISOString(),
    hasta: new Date(certificate.validToMs).toISOString(),
  }
  await insertCertificate(tx, caller.empresa, { row, sealed: sealedOf(files, serverSecret), now })
  await recordAudit(tx, caller, {
    entries: [
      {
        id: numbers(AUDIT_COUNTER),
        model: 'CertificadoSat',
        recordId: String(id),
        operation: 'alta',
        action: null,
        reason: null,
        before: null,
        after: { numero_certificado: row.numero, rfc: row.rfc, leyenda: row.leyenda },
      },
    ],
    now,
  })
  return id
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
