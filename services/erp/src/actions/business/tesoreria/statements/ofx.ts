import {
  OFX_DOES_NOT_END,
  OFX_ENDS_NOTHING,
  OFX_GROUPS_DO_NOT_END,
  OFX_NO_TAG,
  OFX_NOT_A_DAY,
  OFX_NOT_AN_AMOUNT,
  OFX_SEVERAL_ACCOUNTS,
  OFX_WITH_DECLARATION,
  OFX_WITHOUT_START,
  TOO_MANY_STATEMENT_LINES,
} from '../../../../messages/bank-statement-files.ts'
import {
  MAX_LINES,
  shortText,
  statementAmount,
  statementDay,
  unreadable,
  type StatementFile,
  type StatementLine,
} from './statement-line.ts'

// A tag and the text behind it; SGML (OFX 1) leaves the end tags of values out, XML (OFX 2) has them.
const TAG = /<(\/?)([A-Za-z][\w.]{0,63})>([^<]*)/y
const MAX_DEPTH = 32
const GROUPS: ReadonlySet<string> = new Set([
  'STMTTRN',
  'BANKACCTFROM',
  'CCACCTFROM',
  'BANKACCTTO',
  'CCACCTTO',
  'PAYEE',
  'LEDGERBAL',
  'AVAILBAL',
])
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&nbsp;', ' '],
])

/** Whether a text is a statement in OFX, of any version. */
export function isOfx(text: string): boolean {
  return /^\uFEFF?\s*(?:OFXHEADER\s*:|<\?xml\b|<\?OFX\b|<OFX>)/i.test(text.slice(0, 1_000))
}

/**
 * Reads a statement in OFX 1 (SGML) or OFX 2 (XML). Nothing of what makes SGML and XML dangerous is in either:
 * declarations, entities of the file's own and marked sections are refused.
 * @throws ApiError VALIDATION
 */
export function readOfx(text: string): StatementFile {
  const start = text.search(/<OFX>/i)
  if (start < 0) throw unreadable(OFX_WITHOUT_START())
  if (text.includes('<!')) throw unreadable(OFX_WITH_DECLARATION())
  const found = new OfxReader()
  TAG.lastIndex = start
  const end = text.trimEnd().length
  while (TAG.lastIndex < end) {
    const at = TAG.lastIndex
    const tag = TAG.exec(text)
    if (tag === null) throw unreadable(OFX_NO_TAG({ place: at + 1 }))
    const [, slash, name = '', value = ''] = tag
    if (slash === '/') found.close(name.toUpperCase())
    else found.open(name.toUpperCase(), value)
  }
  return found.statement()
}

class OfxReader {
  readonly #groups: string[] = []
  readonly #accounts = new Set<string>()
  readonly #lines: StatementLine[] = []
  #line: Map<string, string> | null = null
  #balance = new Map<string, string>()
  #currency: string | null = null
  #transactions = 0

  open(name: string, text: string): void {
    if (GROUPS.has(name)) {
      if (this.#groups.length >= MAX_DEPTH) throw unreadable(OFX_GROUPS_DO_NOT_END())
      this.#groups.push(name)
      if (name === 'STMTTRN') this.#line = new Map()
      return
    }
    const value = decoded(text)
    if (value === '') return
    this.#keep(name, value)
  }

  #keep(name: string, value: string): void {
    switch (this.#groups.at(-1)) {
      case undefined:
        if (name === 'CURDEF') this.#currency = value.toUpperCase()
        break
      case 'STMTTRN':
      case 'PAYEE':
        this.#line?.set(name, value)
        break
      case 'BANKACCTFROM':
      case 'CCACCTFROM':
        if (name === 'ACCTID') this.#accounts.add(value)
        break
      case 'LEDGERBAL':
        this.#balance.set(name, value)
        break
      default:
    }
  }

  close(name: string): void {
    if (!GROUPS.has(name)) return
    if (this.#groups.pop() !== name) throw unreadable(OFX_ENDS_NOTHING({ tag: name }))
    if (name !== 'STMTTRN' || this.#line === null) return
    this.#transactions += 1
    if (this.#transactions > MAX_LINES) {
      throw unreadable(TOO_MANY_STATEMENT_LINES({ most: MAX_LINES }))
    }
    const line = lineOf(this.#line, this.#transactions)
    if (line !== null) this.#lines.push(line)
    this.#line = null
  }

  statement(): StatementFile {
    const open = this.#groups.at(-1)
    if (open !== undefined) throw unreadable(OFX_DOES_NOT_END({ tag: open }))
    if (this.#accounts.size > 1) throw unreadable(OFX_SEVERAL_ACCOUNTS())
    const [cuenta = null] = this.#accounts
    const day = statementDay(this.#balance.get('DTASOF') ?? '', 'aaaa-mm-dd')
    const amount = statementAmount(this.#balance.get('BALAMT') ?? '')
    return {
      lines: this.#lines,
      cuenta,
      moneda: this.#currency,
      saldoFinal:
        day === undefined || amount === undefined ? null : { fecha: day, importe: amount },
    }
  }
}

/** Null: it moved nothing. */
function lineOf(values: ReadonlyMap<string, string>, row: number): StatementLine | null {
  const fecha = statementDay((values.get('DTPOSTED') ?? '').slice(0, 8), 'aaaa-mm-dd')
  if (fecha === undefined) throw unreadable(OFX_NOT_A_DAY({ tag: 'DTPOSTED' }), row)
  const importe = statementAmount(values.get('TRNAMT') ?? '')
  if (importe === undefined) throw unreadable(OFX_NOT_AN_AMOUNT({ tag: 'TRNAMT' }), row)
  if (importe === 0n) return null
  const words = ['NAME', 'MEMO'].flatMap((name) => values.get(name) ?? []).join(' ')
  return {
    row,
    fecha,
    descripcion: shortText(words, 250) ?? shortText(values.get('TRNTYPE'), 250) ?? '-',
    referencia: shortText(values.get('CHECKNUM') ?? values.get('REFNUM'), 60),
    claveRastreo: null,
    idBanco: shortText(values.get('FITID'), 255),
    importe,
    saldo: null,
  }
}

function decoded(text: string): string {
  return text.replaceAll(/&[a-z]+;/g, (entity) => ENTITIES.get(entity) ?? entity).trim()
}
