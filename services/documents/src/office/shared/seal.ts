import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'

const KEY_BYTES = 32
const NAME_BYTES = 12
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** What sealing adds to a message. */
export const SEAL_BYTES = NONCE_BYTES + TAG_BYTES
const CIPHER = 'aes-256-gcm'

/**
 * Keeps what processes send each other from everybody who does not know API_KEY: a document is read by nobody else on
 * the way, and nobody else can ask for a conversion or answer one. Each message is good for one place only.
 * @source docs/decisions/0009-nats.md
 */
export class Seal {
  /** Tells nothing of the key: for names that all processes with one key share. */
  readonly name: string
  readonly #key: Buffer

  constructor(name: string, key: Buffer) {
    this.name = name
    this.#key = key
  }

  /** @param place what is sent where; `open` must name the same */
  close(place: string, bytes: Uint8Array): Buffer {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(Buffer.from(place))
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
  }

  /** Undefined: somebody else sealed it, or for another place. */
  open(place: string, sealed: Uint8Array): Buffer | undefined {
    if (sealed.length < SEAL_BYTES) return undefined
    const nonce = sealed.subarray(0, NONCE_BYTES)
    const decipher = createDecipheriv(CIPHER, this.#key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(place))
      .setAuthTag(sealed.subarray(NONCE_BYTES, SEAL_BYTES))
    try {
      return Buffer.concat([decipher.update(sealed.subarray(SEAL_BYTES)), decipher.final()])
    } catch {
      return undefined
    }
  }
}

/** The seal of all processes with this key. The key is stretched, since the name made of it is seen by others. */
export async function sealOf(apiKey: string): Promise<Seal> {
  const made = await new Promise<Buffer>((resolve, reject) => {
    scrypt(apiKey, 'oficina documents nats', NAME_BYTES + KEY_BYTES, (error, key) => {
      if (error === null) resolve(key)
      else reject(error)
    })
  })
  return new Seal(made.subarray(0, NAME_BYTES).toString('hex'), made.subarray(NAME_BYTES))
}
