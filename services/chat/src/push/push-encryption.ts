import sodium from 'libsodium-wrappers'

/** The key for a device's encrypted notifications, in one of the two forms that clients know. */
export type PushKey =
  | { readonly kind: 'sealed-box'; readonly publicKey: Uint8Array }
  | { readonly kind: 'secret-box'; readonly key: Uint8Array }

const KEY_BYTES = 32
// The byte before a symmetric key; it identifies the algorithm.
const SECRET_BOX_MARK = 0x31
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** A device's key from its base64; undefined for anything else. @source docs/decisions/0312-chat-push.md */
export function parsePushKey(text: string): PushKey | undefined {
  if (!BASE64.test(text)) return undefined
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'))
  if (bytes.length === KEY_BYTES) return { kind: 'sealed-box', publicKey: bytes }
  if (bytes.length === KEY_BYTES + 1 && bytes[0] === SECRET_BOX_MARK) {
    return { kind: 'secret-box', key: bytes.subarray(1) }
  }
  return undefined
}

/** A notification that only the device can read, in base64. */
export async function encryptForDevice(text: string, key: PushKey): Promise<string> {
  await sodium.ready
  const plain = Uint8Array.from(Buffer.from(text, 'utf8'))
  if (key.kind === 'sealed-box') {
    return Buffer.from(sodium.crypto_box_seal(plain, key.publicKey)).toString('base64')
  }
  const nonce = sodium.randombytes_buf(sodium.crypto_secretbox_NONCEBYTES)
  const sealed = sodium.crypto_secretbox_easy(plain, nonce, key.key)
  return Buffer.concat([nonce, sealed]).toString('base64')
}
