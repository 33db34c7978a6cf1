import type { NatsServers } from './nats-settings.ts'

/**
 * Why there is no connection: nobody answers as NATS there (`unreachable`), it refuses who asks (`account`), its
 * certificate is not trusted (`certificate`), or one side wants TLS in a way that the other has not (`tls`).
 */
export type NatsTrouble = 'unreachable' | 'account' | 'certificate' | 'tls'

export interface NatsFault {
  readonly trouble: NatsTrouble
  /** What is wrong and what to do, naming variables and no value of theirs. */
  readonly message: string
  /** What the library or the server said. */
  readonly reason: string
}

/** The file of NATS_CREDS is none; its message names no content. */
export class CredentialsFileError extends Error {}

type Asked = Pick<NatsServers, 'account' | 'usesTls'> & { readonly hasCredentialsFile: boolean }

// What OpenSSL calls it, and Node with it.
const UNTRUSTED =
  /SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)|CERT_(?:UNTRUSTED|REJECTED)|INVALID_CA/
const OUT_OF_TIME = /CERT_(?:HAS_EXPIRED|NOT_YET_VALID)/

/** Tells an operator what an attempt to connect failed by. */
export function faultOf(error: unknown, asked: Asked): NatsFault {
  const reason = error instanceof Error ? error.message : 'unknown'
  return { reason, ...judged(error, reason, asked) }
}

function judged(error: unknown, reason: string, asked: Asked): Omit<NatsFault, 'reason'> {
  if (error instanceof CredentialsFileError) return { trouble: 'account', message: error.message }
  const code = codeOf(error)
  if (isRefusal(error)) return { trouble: 'account', message: accountMessage(asked) }
  if (UNTRUSTED.test(code))
    return {
      trouble: 'certificate',
      message:
        'the certificate of NATS is not trusted here: NODE_EXTRA_CA_CERTS must name the file of the authority that signed it',
    }
  if (OUT_OF_TIME.test(code))
    return {
      trouble: 'certificate',
      message: 'the certificate of NATS is out of date, or the clock of this machine is wrong',
    }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return {
      trouble: 'certificate',
      message: 'the certificate of NATS is for another name than the one in NATS_URL',
    }
  if (reason.includes("does not support 'tls'"))
    return {
      trouble: 'tls',
      message:
        'NATS_URL demands TLS by tls://, and the server there has none: give it a certificate, or use nats://',
    }
  if (/CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|ERR_SSL_|EPROTO/.test(code))
    return {
      trouble: 'tls',
      message:
        'NATS and this service agree on no TLS: does the server demand certificates of its clients? This service has none',
    }
  return {
    trouble: 'unreachable',
    message: 'NATS cannot be reached: is NATS_URL right, and does its server run?',
  }
}

function accountMessage({ account, hasCredentialsFile }: Asked): string {
  if (hasCredentialsFile) return 'NATS refuses the credentials in the file of NATS_CREDS'
  if (account.kind === 'user') return 'NATS refuses the user or the password in NATS_URL'
  if (account.kind === 'token') return 'NATS refuses the token in NATS_URL'
  return 'NATS wants an account: write user:password@ or token@ into NATS_URL, or name a file in NATS_CREDS'
}

function isRefusal(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === 'AuthorizationError' || error.name === 'UserAuthenticationExpiredError')
  )
}

/** Of the error or of what caused it; empty for none. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause === undefined ? '' : codeOf(error.cause)
}
