/** SHA-256 of a text in hexadecimal; undefined where the browser offers none, as on pages without TLS. */
export async function sha256(text: string): Promise<string | undefined> {
  if (!globalThis.isSecureContext) return undefined
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
