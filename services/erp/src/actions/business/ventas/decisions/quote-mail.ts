import type { Picked } from '../../../../dictionary/row-types.ts'
import {
  AT_YOUR_SERVICE,
  DEAR_CUSTOMER,
  MORE_LINES,
  OPTIONAL_LINE,
  QUOTE,
  QUOTE_SENT,
  QUOTE_TOTAL,
} from '../../../../messages/customer-letters.ts'
import type { Message } from '../../../../messages/message.ts'
import type { Letter } from '../../letters.ts'
import type { QuoteLineRow, QuoteReader } from '../store/quote-store.ts'

type SentQuote = Picked<
  'Cotizacion',
  'folio' | 'fecha' | 'vigencia' | 'total' | 'cliente.razon_social' | 'moneda.clave'
>

// A mail is read, not searched; the quote itself has all of them.
const MAX_LINES = 50

/** Sends a quote to the customer. */
export function quoteMail(
  quote: SentQuote,
  lines: readonly QuoteLineRow[],
  { correos, idioma }: QuoteReader,
): Letter {
  const { folio, fecha, vigencia, total } = quote
  const shown = lines.slice(0, MAX_LINES).map(lineText)
  const more = lines.length > MAX_LINES ? [MORE_LINES({ more: lines.length - MAX_LINES })] : []
  return {
    para: correos,
    idioma,
    asunto: QUOTE({ folio }),
    texto: [
      DEAR_CUSTOMER({ name: quote['cliente.razon_social'] ?? '' }),
      '',
      QUOTE_SENT({ folio, day: fecha, until: vigencia }),
      '',
      ...shown,
      ...more,
      '',
      QUOTE_TOTAL({ total, currency: quote['moneda.clave'] ?? '' }),
      '',
      AT_YOUR_SERVICE(),
    ],
    modelo: 'Cotizacion',
    registro: quote.id,
  }
}

function lineText({
  partida,
  descripcion,
  cantidad,
  precio,
  importe,
  opcional,
}: QuoteLineRow): Message | string {
  const name = descripcion.split('\n', 1).join('')
  const line = `${partida}. ${name}: ${plain(cantidad)} × ${plain(precio)} = ${importe}`
  return opcional ? OPTIONAL_LINE({ line }) : line
}

/** Without the zeros that say nothing: `12.500000` is `12.50`. */
function plain(decimal: string): string {
  return decimal.replace(/(\.\d\d)(\d*?)0+$/, '$1$2').replace(/\.00$/, '')
}
