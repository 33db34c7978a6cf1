/**
 * Signing in at somebody else's page, who sends the browser back with the key. The page makes a pad before it leaves and
 * keeps it in this tab alone; the service answers with the key XOR the pad, which is of no use to whoever sees the address,
 * and nobody can send a browser an address that signs it in as somebody whom its person did not choose.
 * @source docs/decisions/0340-chat-client.md, "Signing in"
 */
const KEPT = 'oficina.chat.pad'
const PAD_BYTES = 32

/** The address at which another provider begins, told what to encrypt the key with. */
export function providerAddress(loginUrl: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(PAD_BYTES))
  const pad = hex(bytes)
  sessionStorage.setItem(KEPT, pad)
  const url = new URL(loginUrl, location.origin)
  url.searchParams.set('web_flow_otp', pad)
  return url.href
}

/** The key that came back, by the pad of this tab, which serves once. Undefined when this tab asked for none. */
export function openPaddedKey(padded: string): string | undefined {
  const pad = sessionStorage.getItem(KEPT)
  sessionStorage.removeItem(KEPT)
  const bytes = bytesOf(padded)
  const over = bytesOf(pad ?? '')
  if (bytes.length === 0 || over.length < bytes.length) return undefined
  const key = String.fromCharCode(...bytes.map((byte, index) => byte ^ (over[index] ?? 0)))
  return /^[A-Za-z0-9]+$/.test(key) ? key : undefined
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function bytesOf(text: string): readonly number[] {
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) return []
  return (text.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
}
