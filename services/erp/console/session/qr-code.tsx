import { useEffect, useState } from 'preact/hooks'

import { words } from '../words/session.ts'

interface Drawn {
  readonly size: number
  readonly path: string
}

/** A QR code, dark on light in both schemes, since apps read it so. What draws it is loaded with it. */
export function QrCode({ text }: { readonly text: string }) {
  const [drawn, setDrawn] = useState<Drawn | undefined>(undefined)
  useEffect(() => {
    const draw = async (): Promise<void> => {
      const { encodeQR } = await import('qr')
      const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 2 })
      const path = rows
        .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
        .join('')
      setDrawn({ size: rows.length, path })
    }
    // Without it the secret can be typed, which is shown below.
    draw().catch(() => undefined)
  }, [text])
  const size = drawn?.size ?? 1
  return (
    <svg class="qr" role="img" aria-label={words('qr')} viewBox={`0 0 ${size} ${size}`}>
      {drawn !== undefined && <path d={drawn.path} />}
    </svg>
  )
}
