import type { Picked } from '../../../../dictionary/row-types.ts'
import type { OutboxMail } from '../../../../store/outbox-store.ts'
import type { QuoteLineRow } from '../store/quote-store.ts'

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
  addresses: readonly string[],
): OutboxMail {
  const shown = lines.slice(0, MAX_LINES).map(lineText)
  const more = lines.length > MAX_LINES ? [`… y ${lines.length - MAX_LINES} partidas más`] : []
  const text = [
    `Estimado cliente ${quote['cliente.razon_social'] ?? ''}:`,
    '',
    `Le enviamos la cotización ${quote.folio} del ${quote.fecha}, vigente hasta el ${quote.vigencia}:`,
    '',
    ...shown,
    ...more,
    '',
    `Total: ${quote.total} ${quote['moneda.clave']}.`,
    '',
    'Quedamos a sus órdenes.',
  ]
  return {
    para: addresses,
    asunto: `Cotización ${quote.folio}`,
    texto: `${text.join('\n')}\n`,
    modelo: 'Cotizacion',
    registro: quote.id,
  }
}

function lineText({ partida, descripcion, cantidad, precio, importe, opcional }: QuoteLineRow) {
  const name = descripcion.split('\n', 1).join('')
  const optional = opcional ? ' (opcional)' : ''
  return `${partida}. ${name}: ${plain(cantidad)} × ${plain(precio)} = ${importe}${optional}`
}

/** Without the zeros that say nothing: `12.500000` is `12.50`. */
function plain(decimal: string): string {
  return decimal.replace(/(\.\d\d)(\d*?)0+$/, '$1$2').replace(/\.00$/, '')
}
