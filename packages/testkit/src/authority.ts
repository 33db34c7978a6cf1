import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface Certificate {
  readonly certificateFile: string
  readonly keyFile: string
}

export interface Authority {
  /** For NODE_EXTRA_CA_CERTS. */
  readonly file: string
  /**
   * @param names as OpenSSL writes them: `IP:127.0.0.1`, `DNS:localhost`
   * @param days for which it holds; less than none: it has expired
   */
  certificate(names: string, days?: number): Promise<Certificate>
  remove(): Promise<void>
}

/** Where Debian puts it. */
export const OPENSSL_COMMAND = '/usr/bin/openssl'
const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

/** An authority that nobody knows, in a folder of its own. */
export async function makeAuthority(): Promise<Authority> {
  const folder = await mkdtemp(join(tmpdir(), 'oficina-authority-'))
  const [file, keyFile] = [join(folder, 'authority.pem'), join(folder, 'authority.key')]
  const own = ['-keyout', keyFile, '-out', file, '-days', '2', '-subj', '/CN=authority']
  await run(OPENSSL_COMMAND, ['req', '-x509', ...KEY, ...own])
  const state = { made: 0 }
  return {
    file,
    certificate: async (names, days = 2) => {
      state.made += 1
      const place = join(folder, String(state.made))
      const made = { certificateFile: `${place}.pem`, keyFile: `${place}.key` }
      const asked = ['-keyout', made.keyFile, '-out', `${place}.csr`, '-subj', '/CN=server']
      await run(OPENSSL_COMMAND, ['req', ...KEY, ...asked, '-addext', `subjectAltName=${names}`])
      const signed = ['-CA', file, '-CAkey', keyFile, '-CAcreateserial', '-days', String(days)]
      const into = ['-in', `${place}.csr`, '-out', made.certificateFile, '-copy_extensions', 'copy']
      await run(OPENSSL_COMMAND, ['x509', '-req', ...into, ...signed])
      return made
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
