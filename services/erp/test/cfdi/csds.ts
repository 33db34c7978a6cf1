import { openCsd, type Csd, type CsdFiles } from '../../src/fiscal/cfdi/seal/csd.ts'
import {
  createAuthority,
  filesOf,
  issueCertificate,
  type Authority,
  type CertificateRequest,
} from '../../src/pac/simulator/authority.ts'

export const NOW_MS = Date.parse('2026-03-02T15:00:00Z')
const PASSWORD = 'contraseña 12'

export interface TestCsds {
  readonly authority: Authority
  files(request: Partial<CertificateRequest> & { readonly rfc: string }): Promise<CsdFiles>
  open(rfc: string): Promise<Csd>
}

/** An authority of the test's own, and certificates of it. */
export async function testCsds(): Promise<TestCsds> {
  const authority = await createAuthority(NOW_MS)
  const files: TestCsds['files'] = async (request) =>
    filesOf(
      await issueCertificate(authority, {
        nombre: 'EMPRESA DE PRUEBA ÑANDÚ',
        kind: 'csd',
        fromMs: NOW_MS - 1_000,
        ...request,
      }),
      PASSWORD,
    )
  return {
    authority,
    files,
    open: async (rfc) => {
      const opened = openCsd(await files({ rfc }), { rfc, nowMs: NOW_MS })
      if (!opened.ok) throw new Error(JSON.stringify(opened.error))
      return opened.value
    },
  }
}
