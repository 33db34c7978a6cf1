import { crc32, deflateSync } from 'node:zlib'

export type InvoiceData = ReturnType<typeof invoiceData>

/** The data of an invoice, the same each time. */
export function invoiceData(rows: number) {
  return {
    company: { name: 'Oficina, S.A. de C.V.', taxId: 'OFI260101AB1', phone: '+52 55 5555 0100' },
    invoice: { number: 'F-2026-000123', date: '2026-11-21' },
    customer: {
      name: 'Comercial López & Hijos',
      taxId: 'CLH010203XY9',
      address: {
        street: 'Av. Insurgentes Sur',
        number: '1602',
        zip: '03940',
        city: 'Ciudad de México',
        country: 'México',
      },
    },
    items: Array.from({ length: rows }, (_, i) => ({
      sku: `SKU-${String(i).padStart(6, '0')}`,
      description: `Article number ${i}, packed in boxes of ${(i % 12) + 1}`,
      quantity: (i % 40) + 1,
      price: ((i % 900) + 0.5).toFixed(2),
      amount: (((i % 40) + 1) * ((i % 900) + 0.5)).toFixed(2),
    })),
    totals: { net: '12345.67', tax: '1975.31', gross: '14320.98' },
    isPaid: true,
    isOverdue: false,
  }
}

/** A PNG of about 48 kB that does not compress: 126 x 126 pixels of noise. */
export function logoPng(): Buffer {
  const side = 126
  const raw = Buffer.alloc(side * (side * 3 + 1))
  let state = 12_345
  for (let i = 0; i < raw.length; i++) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    raw[i] = i % (side * 3 + 1) === 0 ? 0 : (state >> 16) & 0xff
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}
